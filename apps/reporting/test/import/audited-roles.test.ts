import { exampleFolder, importExampleOnce, type TestImports, withCell } from './test-folder';

const {
  'accounts.csv': accounts,
  'companies.csv': companies,
  'members.csv': members,
} = exampleFolder();
const operator = '6f1f3d63-3c0e-4a44-8d3c-2b9a6c1e7f10,olga@example.com,Olga,true,false,false\r\n';

const importsWithExample = importExampleOnce();
let imports: TestImports;
/** The last event of importing the example. */
let last: string;
beforeEach(async () => {
  imports = await importsWithExample();
  [{ last }] = (await imports.rows<{ last: string }>(
    'select max(id)::text as last from reporting.audit_event',
  )) as [{ last: string }];
});
afterEach(() => imports.close());

const events = () =>
  imports.rows(
    `select event.kind, event.actor, account.email, company.handle, event.detail
    from reporting.audit_event as event
    left join reporting.account on account.id = event.account_id
    left join reporting.company on company.id = event.company_id
    where event.id > ${last}
    order by account.email, company.handle, event.id`,
  );

test('a Developer role granted by an import is audited with actor, account and organization', async () => {
  await imports.load({ 'members.csv': withCell(members, 3, 'isDeveloper', 'true') });
  expect(await events()).toEqual([
    {
      kind: 'developer-role-changed',
      actor: 'command line',
      email: 'grace@example.com',
      handle: 'acme',
      detail: { by: 'import', startedBy: 'tester', isDeveloper: true },
    },
  ]);
});

test('a Developer role withdrawn by an import is audited', async () => {
  await imports.load({ 'members.csv': withCell(members, 2, 'isDeveloper', 'false') });
  expect(await events()).toMatchObject([
    { email: 'ada@example.com', detail: { by: 'import', startedBy: 'tester', isDeveloper: false } },
  ]);
});

test('other changes of members are not audited', async () => {
  await imports.load({ 'members.csv': withCell(members, 3, 'jobTitle', 'Fitter') });
  await imports.load({ 'members.csv': members });
  expect(await events()).toEqual([]);
});

test('the language of an organization changed by an import is audited once', async () => {
  const header = 'id,handle,name,language\r\n';
  const row = companies.split('\r\n')[1]!;
  for (const language of ['', 'en', 'de', 'de']) {
    await imports.load({ 'companies.csv': `${header}${row},${language}\r\n` });
  }
  expect(await events()).toEqual([
    {
      kind: 'organization-updated',
      actor: 'command line',
      email: null,
      handle: 'acme',
      detail: {
        ...{ by: 'import', startedBy: 'tester' },
        ...{ before: { language: 'en' }, after: { language: 'de' } },
      },
    },
  ]);
});

test('an operator added by an import is audited once, like one added on the command line', async () => {
  const folder = { 'accounts.csv': accounts + operator };
  await imports.load(folder, { allowOperators: true });
  await imports.load(folder, { updateAccounts: true, allowOperators: true });
  expect(await events()).toEqual([
    {
      kind: 'account-created',
      actor: 'command line',
      email: 'olga@example.com',
      handle: null,
      detail: {
        by: 'import',
        startedBy: 'tester',
        isOperator: true,
        apiAccess: false,
        reportAccess: false,
      },
    },
  ]);
});

test('grants of a new account are audited, and an account without rights is not', async () => {
  const granted = operator.replace('true,false,false', 'false,true,true');
  const plain = '6f1f3d63-3c0e-4a44-8d3c-2b9a6c1e7f11,paul@example.com,Paul,false,false,false\r\n';
  await imports.load({ 'accounts.csv': accounts + granted + plain });
  expect(await events()).toMatchObject([
    {
      kind: 'account-created',
      email: 'olga@example.com',
      detail: {
        by: 'import',
        startedBy: 'tester',
        isOperator: false,
        apiAccess: true,
        reportAccess: true,
      },
    },
  ]);
});

const roleChanged = (email: string, isDeveloper: boolean) => ({
  kind: 'developer-role-changed',
  email,
  handle: 'acme',
  detail: { by: 'import', startedBy: 'tester', isDeveloper },
});

const accessChanged = (email: string, hasAccess: boolean, handle = 'acme') => ({
  kind: 'organization-access-changed',
  email,
  handle,
  detail: { by: 'import', startedBy: 'tester', hasAccess },
});

const initech = '6f1f3d63-3c0e-4a44-8d3c-2b9a6c1e7f20';

/** Files that make an account a member of a second organization. */
const joining = (account: string) => ({
  'companies.csv': `id,handle,name\r\n${initech},initech,Initech\r\n`,
  'members.csv': `${members.split('\r\n')[0]!}\r\n6f1f3d63-3c0e-4a44-8d3c-2b9a6c1e7f21,${initech},${account},,,,true,false\r\n`,
});

test('access granted to and withdrawn from an existing account is audited once', async () => {
  for (const hasAccess of ['false', 'true', 'true']) {
    await imports.load({ 'members.csv': withCell(members, 3, 'hasAccess', hasAccess) });
  }
  expect(await events()).toMatchObject([
    accessChanged('grace@example.com', false),
    accessChanged('grace@example.com', true),
  ]);
});

test('an account that the service key adds to another organization is audited', async () => {
  const byKey = { isUpload: true, mayGrant: false, startedBy: 'service key' };
  await imports.load(joining(accounts.split('\r\n')[1]!.split(',')[0]!), byKey);
  expect(await events()).toEqual([
    {
      ...accessChanged('ada@example.com', true, 'initech'),
      actor: 'service key',
      detail: { by: 'import', startedBy: 'service key', hasAccess: true },
    },
  ]);
});

test.each([
  ['API access', 'false,true,false'],
  ['the right of an operator', 'true,false,false'],
])('access of a new account is audited if the account has %s', async (_, rights) => {
  const folder = {
    'accounts.csv': accounts + operator.replace('true,false,false', rights),
    ...joining(operator.split(',')[0]!),
  };
  await imports.load(folder, { allowOperators: true });
  expect(await events()).toMatchObject([
    accessChanged('olga@example.com', true, 'initech'),
    { kind: 'account-created', email: 'olga@example.com' },
  ]);
});

test('access of a new account without a right is not audited', async () => {
  await imports.load({
    'accounts.csv': accounts + operator.replace('true,', 'false,'),
    ...joining(operator.split(',')[0]!),
  });
  expect(await events()).toEqual([]);
});

test('a Developer role of a new member is audited', async () => {
  const member = `6f1f3d63-3c0e-4a44-8d3c-2b9a6c1e7f12,${members.split('\r\n')[1]!.split(',')[1]!}`;
  await imports.load({
    'accounts.csv': accounts + operator.replace('true,', 'false,'),
    'members.csv': `${members}${member},${operator.split(',')[0]!},,,,true,true\r\n`,
  });
  expect(await events()).toMatchObject([roleChanged('olga@example.com', true)]);
});

test('a Developer role that moves to another account is audited for both', async () => {
  const olga = operator.split(',')[0]!;
  await imports.load({
    'accounts.csv': accounts + operator.replace('true,', 'false,'),
    'members.csv': withCell(members, 2, 'accountId', olga),
  });
  expect(await events()).toMatchObject([
    accessChanged('ada@example.com', false),
    roleChanged('ada@example.com', false),
    roleChanged('olga@example.com', true),
  ]);
});

test('access and a Developer role of a member deleted by --replace are audited', async () => {
  const { 'companies.csv': companies, ...rest } = exampleFolder();
  const ada = members.split('\r\n')[1]!.split(',')[0]!;
  const withoutAda = (content: string) =>
    content
      .split('\r\n')
      .filter(line => !line.includes(ada))
      .join('\r\n');
  const others = Object.fromEntries(
    Object.entries(rest).map(([name, content]) => [name, withoutAda(content)]),
  );
  await imports.load(
    { 'companies.csv': companies, ...others },
    { replace: true, allowRemovals: true },
  );
  expect(await events()).toMatchObject([
    accessChanged('ada@example.com', false),
    roleChanged('ada@example.com', false),
  ]);
});

test('an operator in a refused import or a dry run is not audited', async () => {
  const allowed = { allowOperators: true };
  await imports.load({ 'accounts.csv': accounts + operator }, { ...allowed, dryRun: true });
  await imports.refusal({ 'accounts.csv': accounts + operator + operator }, allowed);
  expect(await events()).toEqual([]);
});
