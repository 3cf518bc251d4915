import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { readCsv } from '@platform/spreadsheet';
import { importRecords } from '../../src/import/import-records';
import { exampleFolder, startTestImports, type TestImports, withCell } from './test-folder';

const example = exampleFolder();
const accounts = (column: string, value: string) => ({
  'accounts.csv': withCell(example['accounts.csv'], 3, column, value),
});

/** Has the example; its tests change nothing. */
let imports: TestImports;
beforeAll(async () => {
  imports = await startTestImports();
  await imports.load(example);
});
afterAll(() => imports.close());

test('a row that appoints an operator is refused without --allow-operators', async () => {
  const empty = await startTestImports();
  const folder = { ...example, ...accounts('isOperator', 'true') };
  const fault = expect.stringMatching(/^accounts.csv:3 isOperator "true" false, since --allow-op/);
  expect(await empty.refusal(folder)).toEqual([fault]);
  await empty.load(example);
  expect(await empty.refusal(folder, { updateAccounts: true })).toEqual([fault]);
  // Without --update-accounts an existing account keeps its rights.
  await empty.load(folder);
  const allowed = { updateAccounts: true, allowOperators: true };
  expect(await empty.load(folder, allowed)).toMatchObject({ updated: 1 });
  // An existing operator does not require it.
  expect(await empty.load(folder, { updateAccounts: true })).toMatchObject({ updated: 0 });
  await empty.close();
});

test('--company refuses rows of other organizations in every file', async () => {
  const empty = await startTestImports();
  const faults = await empty.refusal(example, { companies: ['GLOBEX'] });
  expect(new Set(faults.map(fault => fault.split(':')[0]))).toEqual(
    new Set(Object.keys(example).filter(name => name !== 'accounts.csv')),
  );
  for (const fault of faults)
    expect(fault).toContain('a row of globex, to which the import is kept');
  expect(await empty.load(example, { companies: ['acme', 'globex'] })).toMatchObject({
    inserted: 58,
  });
  await empty.close();
});

test('--company identifies an existing organization by its handle in the database', async () => {
  const companies = example['companies.csv']
    .replace('acme', 'other')
    .replace('globex', 'acme')
    .replace('other', 'globex');
  expect(await imports.refusal({ 'companies.csv': companies }, { companies: ['acme'] })).toEqual([
    expect.stringMatching(/^companies.csv:3 handle "acme" a row of acme/),
  ]);
});

test('--company refuses accounts that only belong to other organizations', async () => {
  const faults = await imports.refusal(
    { 'accounts.csv': example['accounts.csv'] },
    { companies: ['globex'] },
  );
  const known = await imports.rows<{ email: string }>(
    `select email from reporting.account
    where id not in (
      select account_id from reporting.member join reporting.company on company.id = company_id
      where handle = 'globex'
    )`,
  );
  expect(faults).toHaveLength(known.length);
  expect(known.length).toBeGreaterThan(0);
});

describe('an account without memberships', () => {
  const [header, ada, grace] = example['accounts.csv'].split('\r\n');
  const [members, , ofGrace] = example['members.csv'].split('\r\n');
  const bound = { companies: ['acme'] };
  let empty: TestImports;
  beforeAll(async () => {
    empty = await startTestImports();
    const both = [header, ada, grace].join('\r\n');
    await empty.load({ 'companies.csv': example['companies.csv'], 'accounts.csv': both });
  });
  afterAll(() => empty.close());

  test('can become a member in a bounded import, and keeps its e-mail and rights', async () => {
    const accountsNow = () => empty.rows('select * from reporting.account order by id');
    const before = await accountsNow();
    const returning = {
      'accounts.csv': withCell(`${header}\r\n${grace}`, 2, 'email', 'other@example.com'),
      'members.csv': `${members}\r\n${ofGrace}`,
    };
    const counts = { inserted: 1, updated: 0, keptAccounts: 1 };
    expect(await empty.load(returning, bound)).toMatchObject(counts);
    expect(await accountsNow()).toEqual(before);
  });

  test.each([
    ['name', 'Eve', {}],
    ['email', 'eve@example.com', { updateAccounts: true }],
    ['reportAccess', 'false', { updateAccounts: true }],
    ['isOperator', 'true', { updateAccounts: true, allowOperators: true }],
  ])('is refused in a bounded import that would change its %s', async (column, value, options) => {
    const folder = { 'accounts.csv': withCell(`${header}\r\n${ada}`, 2, column, value) };
    expect(await empty.refusal(folder, { ...bound, ...options })).toEqual([
      expect.stringMatching(
        /^accounts.csv:2 id .* a new account, or one of acme, to which the import is kept; .* row of members.csv/,
      ),
    ]);
  });
});

test('names with control characters are refused', async () => {
  const header = example['accounts.csv'].split('\r\n')[0]!;
  const rows = ['Ada\tLovelace', 'Ada\nLovelace', 'Ada\u0000', 'Ada\u0085'].map(
    name => `${randomUUID()},,"${name}",false,false,false`,
  );
  expect(await imports.refusal({ 'accounts.csv': [header, ...rows].join('\r\n') })).toEqual(
    rows.map(() =>
      expect.stringMatching(/name .* text of at most 200 characters; without line breaks, tabs/),
    ),
  );
});

test('column names are case-insensitive', async () => {
  const folder = Object.fromEntries(
    Object.entries(example).map(([name, text]) => [
      name,
      text.replace(/^.*/, h => h.toUpperCase()),
    ]),
  );
  expect(await imports.load(folder)).toMatchObject({ unchanged: 58 });
});

test.each([
  ['ja', 'nein'],
  ['Oui', 'NON'],
  ['sí', 'no'],
  ['da', 'нет'],
])('%s and %s are booleans', async (yes, no) => {
  const text = example['members.csv'].replaceAll('true', yes).replaceAll('false', no);
  expect(await imports.load({ 'members.csv': text })).toMatchObject({ unchanged: 7 });
});

test('IDs that are not UUIDs are one fault per column, with a count and a remedy', async () => {
  const tickets = example['tickets.csv']
    .split('\r\n')
    .map((line, index) => (index === 0 || line === '' ? line : line.replace(/^[^,]+/, `${index}`)))
    .join('\r\n');
  expect(await imports.refusal({ ...example, 'tickets.csv': tickets })).toEqual([
    'tickets.csv:2 id "1" a UUID; with --text-ids, other ids are accepted, too; 3 more cells of this column are like it',
  ]);
});

test.each([
  ['commas', ','],
  ['names', 'x,'],
  ['quotes', '"",'],
])('a header line of 1 MB of %s is refused for its number of columns', async (_, cell) => {
  const header = Buffer.from(`${cell.repeat(1_000_000 / cell.length)}id\n1\n`);
  const sources = { 'companies.csv': () => readCsv(Readable.from([header])) };
  await expect(importRecords(imports.db, sources, { source: 'test' })).rejects.toThrow(
    /companies.csv, line 1: expected the columns id, handle, name, language, and there are \d{6,7}\./,
  );
});

test('the fault for an e-mail of another account has the ID of that account', async () => {
  const folder = {
    'accounts.csv': example['accounts.csv']
      .split('\r\n')
      .slice(0, 2)
      .join('\r\n')
      .replace(/1fd1/, '2fd1'),
  };
  expect(await imports.refusal(folder)).toEqual([
    expect.stringMatching(/use the id of that account, 1fd1979b-0050-54fd-867b-07da5de6a46f$/),
  ]);
});
