import path from 'node:path';
import { query, readStatement } from '@platform/db';
import { waitUntil } from '@platform/http/testing';
import { startTestImports, type TestImports } from './test-folder';

const HEADER = 'id,email,name,isOperator,apiAccess,reportAccess\r\n';
const OLGA = '6f1f3d63-3c0e-4a44-8d3c-2b9a6c1e7f10,olga@example.com,Olga';
const PAUL = '6f1f3d63-3c0e-4a44-8d3c-2b9a6c1e7f11,paul@example.com,Paul';

const accounts = (...rows: string[]) => ({ 'accounts.csv': HEADER + rows.join('\r\n') });
const operator = (account: string) => `${account},true,true,true`;
const user = (account: string) => `${account},false,true,true`;

const waiting = readStatement<{ count: number }>(
  path.join(__dirname, '../statements'),
  'waiting-for-locks.sql',
);

let imports: TestImports;
beforeEach(async () => {
  imports = await startTestImports();
  await imports.load(accounts(operator(OLGA)), { allowOperators: true });
});
afterEach(() => imports.close());

const update = { updateAccounts: true, allowOperators: true };
const refused = (line: number) =>
  `accounts.csv:${line} isOperator "false" true, since no other enabled account would be an operator`;
const operators = async () =>
  (
    await imports.rows<{ name: string }>(
      'select name from reporting.account where is_operator order by name',
    )
  ).map(({ name }) => name);

async function lastRun() {
  const [run] = await imports.rows<{ id: number }>(
    'select max(id) as id from reporting.import_run',
  );
  return run!.id;
}

test.each([true, false])(
  'a row that demotes the last operator is a fault with its line (dry run: %s)',
  async dryRun => {
    const folder = accounts(user(PAUL), user(OLGA));
    expect(await imports.refusal(folder, { ...update, dryRun })).toEqual([refused(3)]);
    expect(await operators()).toEqual(['Olga']);
  },
);

test('each of the rows that together demote the last operators is a fault', async () => {
  await imports.load(accounts(operator(PAUL)), { allowOperators: true });
  const folder = accounts(user(OLGA), user(PAUL));
  expect(await imports.refusal(folder, update)).toEqual([refused(2), refused(3)]);
});

test('a disabled operator does not count as a remaining one', async () => {
  await imports.load(accounts(operator(PAUL)), { allowOperators: true });
  await imports.rows(`update reporting.account set disabled_at = now() where name = 'Paul'`);
  for (const folder of [
    accounts(user(OLGA)),
    ...[user, operator].map(paul => accounts(user(OLGA), paul(PAUL))),
  ]) {
    expect(await imports.refusal(folder, update)).toEqual([refused(2)]);
  }
});

test('an operator without an e-mail does not count as a remaining one', async () => {
  const none = operator(PAUL.replace('paul@example.com', ''));
  await imports.load(accounts(none), { allowOperators: true });
  for (const folder of [accounts(user(OLGA)), accounts(user(OLGA), none)]) {
    expect(await imports.refusal(folder, update)).toEqual([refused(2)]);
  }
  await imports.rows('update reporting.account set password_hash = null');
  const withoutEmail = accounts(operator(OLGA.replace('olga@example.com', '')));
  expect(await imports.refusal(withoutEmail, update)).toEqual([
    'accounts.csv:2 email "" an e-mail, since no other enabled account would be an operator',
  ]);
});

test('an operator can be demoted if the file or the database has another one', async () => {
  await imports.load(accounts(user(OLGA), operator(PAUL)), update);
  expect(await operators()).toEqual(['Paul']);

  await imports.load(accounts(operator(OLGA)), update);
  await imports.load(accounts(user(PAUL)), update);
  expect(await operators()).toEqual(['Olga']);
});

test('without operators or updateAccounts, such rows are not faults', async () => {
  await imports.load(accounts(user(OLGA)));
  await imports.rows('update reporting.account set is_operator = false');
  await imports.load(accounts(user(OLGA), user(PAUL)), { ...update, beforeDays: 1 });
  expect(await operators()).toEqual([]);
  await imports.load({}, { undoes: await lastRun() });
  expect(await imports.rows('select name from reporting.account')).toEqual([{ name: 'Olga' }]);
});

test('an import that demotes an operator while somebody demotes the other one is refused', async () => {
  await imports.load(accounts(operator(PAUL)), { allowOperators: true });
  const demoting = await imports.db.pool.connect();
  await demoting.query('begin');
  await demoting.query(`update reporting.account set is_operator = false where name = 'Paul'`);
  const importing = imports.refusal(accounts(user(OLGA)), update);
  await waitUntil(async () => (await query(imports.db, waiting))[0]!.count > 0);
  await demoting.query('commit');
  demoting.release();
  expect(await importing).toEqual([refused(2)]);
  expect(await operators()).toEqual(['Olga']);
});

test.each([
  ['demoted', 'is_operator = false'],
  ['disabled', 'disabled_at = now()'],
  ['left without an e-mail', 'email = null, password_hash = null'],
])('an undo that deletes an operator while the other one is %s is refused', async (_, change) => {
  await imports.load(accounts(operator(PAUL)), { allowOperators: true, beforeDays: 1 });
  const run = await lastRun();
  const demoting = await imports.db.pool.connect();
  await demoting.query('begin');
  await demoting.query(`update reporting.account set ${change} where name = 'Olga'`);
  const undoing = imports.refusal({}, { undoes: run });
  await waitUntil(async () => (await query(imports.db, waiting))[0]!.count > 0);
  await demoting.query('commit');
  demoting.release();
  const paul = PAUL.split(',')[0];
  expect(await undoing).toEqual([
    `accounts.csv:- id "${paul}" another operator, since no other enabled account would be one`,
  ]);
  expect(await operators()).toContain('Paul');
});
