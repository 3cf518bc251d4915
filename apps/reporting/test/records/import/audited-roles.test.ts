import { exampleFolder, startTestImports, type TestImports, withCell } from './test-folder';

const { 'accounts.csv': accounts, 'members.csv': members } = exampleFolder();
const operator = '6f1f3d63-3c0e-4a44-8d3c-2b9a6c1e7f10,olga@example.com,Olga,true,false,false\r\n';

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

test('an operator that an import makes is audited as one that the command line makes, once', async () => {
  const folder = { 'accounts.csv': accounts + operator };
  await imports.load(folder);
  await imports.load(folder, { updatesAccounts: true });
  expect(await events()).toEqual([
    {
      kind: 'account-created',
      actor: 'tester',
      email: 'olga@example.com',
      handle: null,
      detail: { by: 'import', isOperator: true },
    },
  ]);
});

test('an operator of a folder that is refused, or only tried, is none of the audit’s', async () => {
  await imports.load({ 'accounts.csv': accounts + operator }, { isDryRun: true });
  await imports.refusal({ 'accounts.csv': accounts + operator + operator });
  expect(await events()).toEqual([]);
});
