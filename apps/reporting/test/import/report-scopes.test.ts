import {
  exampleFolder,
  importExampleOnce,
  startTestImports,
  type TestImports,
  withCell,
} from './test-folder';

const { 'members.csv': members, 'departments.csv': departments, ...others } = exampleFolder();
const folder = { ...others, 'departments.csv': departments };
const first = members.split('\n')[1]!.split(',')[0]!;
const [drilling, catering, ofGlobex] = departments
  .split('\n')
  .slice(1)
  .map(line => line.split(',')[0]!);

const importsWithExample = importExampleOnce();
let imports: TestImports;
beforeEach(async () => {
  imports = await importsWithExample();
});
afterEach(() => imports.close());

/** Returns the example's members with a report scope for the first, and empty cells for the others. */
function withScope(scope: string, ids: string): string {
  const [header, ada, ...rest] = members.trimEnd().split(/\r?\n/);
  return [
    `${header},reportScope,reportDepartments`,
    `${ada},${scope},${ids}`,
    ...rest.map(line => `${line},,`),
    '',
  ].join('\r\n');
}

const scopes = async () => {
  const rows = await imports.rows<{ scope: string; departments: string }>(
    `select report_scope as scope, array_to_string(report_departments, ';') as departments
    from reporting.member
    order by uuid <> '${first}', id`,
  );
  return rows.map(({ scope, departments: ids }) => `${scope} ${ids}`.trim());
};

const UNKNOWN = '0b0b0b0b-0000-4000-8000-000000000000';
const both = `${drilling};${catering}`;
const sorted = `departments ${[drilling, catering].sort().join(';')}`;

test('a report scope is set for a new member, and for others only with updateAccounts', async () => {
  const [, ...rest] = await scopes();
  await imports.rows(
    `update reporting.member set keeps_records = true where uuid <> '${first}' returning id`,
  );
  const file = { 'members.csv': withScope('departments', both) };
  expect((await imports.load(file)).files).toMatchObject([{ updated: 0 }]);
  expect(await scopes()).toEqual(['organization', ...rest]);
  expect((await imports.load(file, { updateAccounts: true })).files).toMatchObject([
    { updated: 1 },
  ]);
  expect(await scopes()).toEqual([sorted, ...rest]);
  // The same scope, and empty or absent columns change nothing.
  await imports.load(file, { updateAccounts: true });
  await imports.load({ 'members.csv': withScope('', '') }, { updateAccounts: true });
  await imports.load({ 'members.csv': members }, { updateAccounts: true });
  expect(await scopes()).toEqual([sorted, ...rest]);
  for (const _ of [1, 2])
    await imports.load({ 'members.csv': withScope('administered', '') }, { updateAccounts: true });
  expect(await scopes()).toEqual(['administered', ...rest]);
  const events = await imports.rows(
    "select detail from reporting.audit_event where kind = 'membership-updated' order by id",
  );
  const detail = { by: 'import', startedBy: 'tester' };
  expect(events).toMatchObject([
    {
      detail: {
        ...detail,
        before: { reportScope: 'organization', reportDepartments: '' },
        after: { reportScope: 'departments' },
      },
    },
    { detail: { ...detail, after: { reportScope: 'administered', reportDepartments: '' } } },
  ]);
  const fresh = await startTestImports();
  await fresh.load({ ...folder, ...file });
  const [created] = await fresh.rows<{ scope: string }>(
    `select report_scope as scope from reporting.member where uuid = '${first}'`,
  );
  await fresh.close();
  expect(created!.scope).toBe('departments');
});

test.each([
  ['departments', '', '1 to 200 departments, with the reportScope departments'],
  ['administered', drilling!, 'nothing, without the reportScope departments'],
  ['departments', UNKNOWN, 'ids of departments of the organization'],
  ['departments', ofGlobex!, 'ids of departments of the organization'],
])('a row with the scope %s of "%s" is refused', async (scope, ids, expected) => {
  const faults = await imports.refusal({ 'members.csv': withScope(scope, ids) });
  expect(faults).toEqual([expect.stringContaining(expected)]);
  expect(faults[0]).toMatch(/^members\.csv:2 reportDepartments/);
});

test('a scope keeps departments that were removed, which another scope cannot name', async () => {
  await imports.rows(
    `update reporting.member set report_scope = 'departments', report_departments = '{${UNKNOWN}}'
    where uuid = '${first}' returning id`,
  );
  const scoped = withScope('departments', `${drilling};${UNKNOWN}`);
  await imports.load({ 'members.csv': scoped }, { updateAccounts: true });
  expect((await scopes())[0]).toContain(UNKNOWN);
  const departmentsOnly = withCell(scoped, 3, 'reportScope', 'departments');
  const other = withCell(departmentsOnly, 3, 'reportDepartments', UNKNOWN);
  expect(await imports.refusal({ 'members.csv': other })).toEqual([
    expect.stringMatching(/^members\.csv:3 reportDepartments/),
  ]);
});

test('a list with something other than IDs is refused', async () => {
  const faults = await imports.refusal({ 'members.csv': withScope('departments', 'D-1') });
  expect(faults.join()).toContain('ids separated by ;');
});

test('a report scope is refused for a record keeper, who sees the whole organization', async () => {
  await imports.rows(
    `update reporting.member set keeps_records = true where uuid = '${first}' returning id`,
  );
  const file = { 'members.csv': withScope('administered', '') };
  expect(await imports.refusal(file, { updateAccounts: true })).toEqual([
    expect.stringMatching(
      /^members\.csv:2 reportScope .*organization, which a record keeper needs/,
    ),
  ]);
  expect((await imports.load(file)).files).toMatchObject([{ updated: 0 }]);
  const whole = { 'members.csv': withScope('organization', '') };
  expect((await imports.load(whole, { updateAccounts: true })).files).toMatchObject([
    { updated: 0 },
  ]);
});
