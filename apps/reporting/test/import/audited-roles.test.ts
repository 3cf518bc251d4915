import { exampleFolder, startTestImports, type TestImports, withCell } from './test-folder';

const members = exampleFolder()['members.csv'];

let imports: TestImports;
beforeEach(async () => {
  imports = await startTestImports();
  await imports.load(exampleFolder());
});
afterEach(() => imports.close());

const events = () =>
  imports.rows(
    `select event.kind, event.actor, account.email, company.handle, event.detail
    from reporting.audit_event as event
    left join reporting.account on account.id = event.account_id
    left join reporting.company on company.id = event.company_id`,
  );

test('a Developer role that an import gives is audited: who, to whom, in which organization', async () => {
  await imports.load({ 'members.csv': withCell(members, 3, 'isDeveloper', 'true') });
  expect(await events()).toEqual([
    {
      kind: 'developer-role-changed',
      actor: 'tester',
      email: 'grace@example.com',
      handle: 'acme',
      detail: { by: 'import', isDeveloper: true },
    },
  ]);
});

test('a Developer role that an import takes away is audited', async () => {
  await imports.load({ 'members.csv': withCell(members, 2, 'isDeveloper', 'false') });
  expect(await events()).toMatchObject([
    { email: 'ada@example.com', detail: { by: 'import', isDeveloper: false } },
  ]);
});

test('a member that changes in another way, or not at all, is none of the audit’s', async () => {
  await imports.load({ 'members.csv': withCell(members, 3, 'jobTitle', 'Fitter') });
  await imports.load({ 'members.csv': members });
  expect(await events()).toEqual([]);
});
