import type { FileName } from '../../src/records/import-file';
import {
  exampleFolder,
  type Folder,
  startTestImports,
  type TestImports,
  withCell,
} from './test-folder';

const example = exampleFolder();
let imports: TestImports;
beforeEach(async () => {
  imports = await startTestImports();
});
afterEach(() => imports.close());

/** Replaces the UUIDs in the example with numbers, which are unique within a file, as in other systems. */
function numbered(start = 4711): Record<FileName, string> {
  const numbers = new Map<string, string>();
  const next = new Map<string, number>();
  for (const [name, text] of Object.entries(example)) {
    if (!text.startsWith('id,')) continue;
    for (const line of text.trimEnd().split('\r\n').slice(1)) {
      const number = next.get(name) ?? start;
      numbers.set(line.slice(0, 36), String(number));
      next.set(name, number + 1);
    }
  }
  const numberOf = (uuid: string) => numbers.get(uuid)!;
  return Object.fromEntries(
    Object.entries(example).map(([name, text]) => [
      name,
      text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, numberOf),
    ]),
  ) as Record<FileName, string>;
}

test('a second import of a folder with numbers as IDs changes nothing', async () => {
  expect(await imports.load(numbered(), { textIds: true })).toMatchObject({ inserted: 58 });
  const before = await imports.digest();
  expect(
    await imports.load(numbered(), { textIds: true, replace: true, allowRemovals: true }),
  ).toMatchObject({
    unchanged: 58,
    deleted: 0,
  });
  expect(await imports.digest()).toBe(before);
});

test('the same number as ID in two organizations identifies different rows', async () => {
  const folderOf = (handle: string) => ({
    'companies.csv': `id,handle,name\r\n1,${handle},${handle}\r\n`,
    'departments.csv': 'id,companyId,name,code,isFacility\r\n7,1,Plant,,true\r\n',
  });
  for (const handle of ['one', 'two']) {
    const result = await imports.load(folderOf(handle), { textIds: true });
    expect(result).toMatchObject({ inserted: 2, updated: 0 });
  }
});

test('UUIDs are kept next to text IDs', async () => {
  const departments = numbered()['departments.csv'];
  const mixed = withCell(departments, 2, 'id', '52c43e7d-b58c-57eb-9468-1593ec58797a');
  const folder = { 'companies.csv': example['companies.csv'], 'departments.csv': mixed };
  const byUuid = folder['departments.csv'].replaceAll(/,47(11|12),/g, (_, n) =>
    n === '11'
      ? ',529d638f-51f4-5777-b0ae-e9ce9c36f1d3,'
      : ',0429ec04-634a-56fc-b888-a19fe82183fb,',
  );
  await imports.load({ ...folder, 'departments.csv': byUuid }, { textIds: true });
  expect(
    await imports.rows(
      "select name from reporting.department where uuid = '52c43e7d-b58c-57eb-9468-1593ec58797a'",
    ),
  ).toEqual([{ name: 'Head Office' }]);
});

test('a fault shows the ID in the file', async () => {
  const folder = numbered();
  const affiliations = withCell(folder['affiliations.csv'], 3, 'departmentId', '9999');
  const faults = await imports.refusal(
    { ...folder, 'affiliations.csv': affiliations },
    { textIds: true },
  );
  expect(faults).toEqual([
    'affiliations.csv:3 departmentId "9999" the id of a department, in departments.csv or in the database',
  ]);
});

test('text IDs are refused without companies.csv, and without the option', async () => {
  const { 'companies.csv': _, ...rest } = numbered();
  expect(await imports.refusal(rest, { textIds: true })).toEqual([
    expect.stringMatching(/^companies\.csv:- - null to be there, since --text-ids/),
  ]);
  const [fault] = await imports.refusal(numbered());
  expect(fault).toMatch(/^companies\.csv:2 id "4711" a UUID; with --text-ids, other ids/);
});

test('the order of rows and organizations does not matter', async () => {
  const folder = numbered();
  await imports.load(folder, { textIds: true });
  const before = await imports.digest({ sequences: false });
  const reversed = Object.fromEntries(
    Object.entries(folder).map(([name, text]) => {
      const [header, ...rows] = text.trimEnd().split('\r\n');
      return [name, [header, ...rows.toReversed()].join('\r\n')];
    }),
  );
  expect(await imports.load(reversed, { textIds: true })).toMatchObject({ unchanged: 58 });
  expect(await imports.digest({ sequences: false })).toBe(before);
});

/** Two organizations with the same IDs, except for member 8 and profile 4, which only acme has. */
const sameIds: Folder = {
  'companies.csv': 'id,handle,name\r\n1,acme,Acme\r\n2,beta,Beta\r\n',
  'accounts.csv':
    'id,email,name,isOperator,apiAccess,reportAccess\r\n3,ada@example.com,Ada,no,no,no\r\n4,bob@example.com,Bob,no,no,no\r\n',
  'members.csv':
    'id,companyId,accountId,code,personType,jobTitle,hasAccess,isDeveloper\r\n7,1,3,,,,yes,no\r\n7,2,3,,,,yes,no\r\n8,1,4,,,,yes,no\r\n',
  'departments.csv': 'id,companyId,name,code,isFacility\r\n5,1,Acme 5,,no\r\n5,2,Beta 5,,no\r\n',
  'profiles.csv': 'id,companyId,name,code\r\n6,1,Acme 6,\r\n6,2,Beta 6,\r\n4,1,Acme 4,\r\n',
  'competencies.csv':
    'id,companyId,number,name,criticality\r\n9,1,1,Acme 9,Critical\r\n9,2,1,Beta 9,Critical\r\n',
  'achievements.csv':
    'id,companyId,name,type\r\n10,1,Acme 10,Orientations\r\n10,2,Beta 10,Orientations\r\n',
};

test.each<[FileName, string, string, string]>([
  ['affiliations.csv', 'memberId,departmentId,function', '7,5,Department', 'memberId "7"'],
  [
    'profile-assignments.csv',
    'memberId,departmentId,profileId,isPrimary,requiresCompliance',
    '7,5,4,no,no',
    'memberId "7"',
  ],
  ['profile-competencies.csv', 'profileId,competencyId', '6,9', 'profileId "6"'],
  [
    'competency-standings.csv',
    'memberId,competencyId,status,isValidated,validatedAt,expiresAt,validatorId',
    '7,9,Validated,yes,,,8',
    'memberId "7"',
  ],
  [
    'tickets.csv',
    'id,memberId,achievementId,isRequired,status,issuedAt,expiresAt',
    '11,7,10,yes,Valid,,',
    'memberId "7"',
  ],
  [
    'compliance-snapshots.csv',
    'departmentId,measurement,profileCondition,snapshotDate,required,satisfied',
    '5,3,compliance,2026-10-25,2,1',
    'departmentId "5"',
  ],
])('%s: an ID in two organizations is ambiguous', async (file, header, row, cell) => {
  const folder = { ...sameIds, [file]: `${header}\r\n${row}\r\n` };
  expect(await imports.refusal(folder, { textIds: true })).toEqual([
    `${file}:2 ${cell} an id that one organization of the folder alone uses; import the organizations one by one, or use UUIDs`,
  ]);
});

test('rows with the same ID are distinguished if their organization is known', async () => {
  const folder = {
    ...sameIds,
    'affiliations.csv': 'memberId,departmentId,function\r\n8,5,Department\r\n',
    'profile-competencies.csv': 'profileId,competencyId\r\n4,9\r\n',
  };
  expect(await imports.load(folder, { textIds: true })).toMatchObject({ inserted: 18 });
  expect(
    await imports.rows(`select department.name as department, competency.name as competency
      from reporting.affiliation
      join reporting.department on department.id = affiliation.department_id
      cross join reporting.profile_competency
      join reporting.competency on competency.id = profile_competency.competency_id`),
  ).toEqual([{ department: 'Acme 5', competency: 'Acme 9' }]);
});

test('without companies.csv, rows belong to the organization to which the import is limited', async () => {
  const members =
    'id,companyId,accountId,code,personType,jobTitle,hasAccess,isDeveloper\r\n7,1,3,,,,yes,no\r\n';
  const folderOf = (handle: string): Folder => ({
    'companies.csv': `id,handle,name\r\n1,${handle},${handle}\r\n`,
    'accounts.csv': `id,email,name,isOperator,apiAccess,reportAccess\r\n3,${handle}@example.com,Ada,no,no,no\r\n`,
    'members.csv': members,
    'achievements.csv': 'id,companyId,name,type\r\n10,1,First Aid,Orientations\r\n',
  });
  for (const handle of ['beta', 'acme']) await imports.load(folderOf(handle), { textIds: true });
  const bound = { textIds: true, companies: ['ACME'] };
  const weekly = (member: string) => ({
    'members.csv': members,
    'tickets.csv': `id,memberId,achievementId,isRequired,status,issuedAt,expiresAt\r\n11,${member},10,yes,Valid,,\r\n`,
  });
  expect(await imports.load(weekly('7'), bound)).toMatchObject({ inserted: 1, unchanged: 1 });
  expect(
    await imports.rows(
      'select handle from reporting.ticket join reporting.company on company.id = company_id',
    ),
  ).toEqual([{ handle: 'acme' }]);
  expect(await imports.refusal(weekly('8'), bound)).toEqual([
    'tickets.csv:2 memberId "8" the id of a member, in members.csv or in the database',
  ]);
});

test.each([[[]], [['acme', 'globex']]])(
  'without companies.csv, text IDs of the organizations %j are refused with a remedy',
  async companies => {
    const tickets = { 'tickets.csv': numbered()['tickets.csv'] };
    expect(await imports.refusal(tickets, { textIds: true, companies })).toEqual([
      expect.stringMatching(/^companies.csv:- .* to be there, .*; put it into one zip with/),
    ]);
  },
);

test('two organizations with one ID are refused', async () => {
  const folder = { 'companies.csv': 'id,handle,name\r\n1,acme,Acme\r\n1,beta,Beta\r\n' };
  expect(await imports.refusal(folder, { textIds: true })).toEqual([
    expect.stringMatching(/^companies\.csv:3 id "1" an id that one organization of the folder/),
  ]);
});

test('a UUID outside of the folder does not determine the organization of the other IDs in its row', async () => {
  const [member] = /[0-9a-f-]{36}/.exec(example['members.csv'])!;
  await imports.load(example);
  const folder = {
    ...sameIds,
    'affiliations.csv': `memberId,departmentId,function\r\n${member},5,Department\r\n`,
  };
  expect(await imports.refusal(folder, { textIds: true })).toContainEqual(
    expect.stringMatching(
      /^affiliations\.csv:2 departmentId "5" a UUID, since the folder does not tell/,
    ),
  );
});
