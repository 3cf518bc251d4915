import type { FileName } from '../../src/records/import-file';
import {
  exampleFolder,
  type Folder,
  MEASUREMENTS,
  MONTHLY_STATISTICS,
  startTestImports,
  type TestImports,
  withCell,
} from './test-folder';

const example = {
  ...exampleFolder(),
  'measurements.csv': MEASUREMENTS,
  'monthly-statistics.csv': MONTHLY_STATISTICS,
};
const UNKNOWN_ID = '0b8f2a3c-1111-4222-8333-00000000dead';
let imports: TestImports;
let before: string;
beforeAll(async () => {
  imports = await startTestImports();
  await imports.load(example);
  before = await imports.digest();
});
afterAll(async () => {
  // None of them changed anything.
  expect(await imports.digest()).toBe(before);
  await imports.close();
});

/** Returns a cell of the example. Line 1 is the header. */
function cell(file: FileName, line: number, column: string): string {
  const lines = example[file].split('\r\n');
  return lines[line - 1]!.split(',')[lines[0]!.split(',').indexOf(column)]!;
}

const withoutLine = (content: string, line: number) =>
  content
    .split('\r\n')
    .toSpliced(line - 1, 1)
    .join('\r\n');

const LONG = 'x'.repeat(501);
const uuid = ['', 'x', '0b8f2a3c', '0b8f2a3c-1111-4222-8333-00000000000g'];
const flag = ['', 'maybe', '2', 'tru'];
const time = [
  'tomorrow',
  '21.11.2026',
  '11/21/2026',
  '46000',
  '2026-11-21T08:00:00',
  '2026-02-30T08:00:00Z',
  '2026-13-01T08:00:00Z',
  '0001-12-31T08:00:00Z',
  '9999-01-01T08:00:00Z',
  '2026-11-21T24:30:00Z',
];
const counts = ['', '-1', '1.5', '2147483648'];
const text = [LONG, 'a\0b'];
const required = ['', '  ', ...text];

/** For every column of every file, values that are the only fault of a row. */
const badValues: Record<FileName, Record<string, string[]>> = {
  'companies.csv': { id: uuid, handle: ['', 'a b', '-a', LONG, 'a\0'], name: required },
  'accounts.csv': {
    id: uuid,
    email: ['ada', 'a b@c', `${LONG}@example.com`, 'a\0@b'],
    name: required,
    isOperator: flag,
    apiAccess: flag,
    reportAccess: flag,
  },
  'members.csv': {
    id: uuid,
    companyId: [...uuid, UNKNOWN_ID],
    accountId: [...uuid, UNKNOWN_ID],
    code: text,
    personType: text,
    jobTitle: text,
    hasAccess: flag,
    isDeveloper: flag,
  },
  'departments.csv': {
    id: uuid,
    companyId: [...uuid, UNKNOWN_ID],
    name: required,
    code: text,
    isFacility: flag,
  },
  'affiliations.csv': {
    memberId: [...uuid, UNKNOWN_ID],
    departmentId: [...uuid, UNKNOWN_ID],
    function: ['', 'employee', 'Manager'],
  },
  'profiles.csv': { id: uuid, companyId: [...uuid, UNKNOWN_ID], name: required, code: text },
  'profile-assignments.csv': {
    memberId: [...uuid, UNKNOWN_ID],
    departmentId: [...uuid, UNKNOWN_ID],
    profileId: [...uuid, UNKNOWN_ID],
    isPrimary: flag,
    requiresCompliance: [...flag, 'false'],
  },
  'measurements.csv': {
    companyId: [...uuid, UNKNOWN_ID],
    key: ['', '0', '13', 'Songs'],
    name: required,
  },
  'competencies.csv': {
    id: uuid,
    companyId: [...uuid, UNKNOWN_ID],
    number: required,
    name: required,
    criticality: ['', 'critical', 'Noncritical'],
  },
  'profile-competencies.csv': {
    profileId: [...uuid, UNKNOWN_ID],
    competencyId: [...uuid, UNKNOWN_ID],
  },
  'profile-achievements.csv': {
    profileId: [...uuid, UNKNOWN_ID],
    achievementId: [...uuid, UNKNOWN_ID],
  },
  'competency-standings.csv': {
    memberId: [...uuid, UNKNOWN_ID],
    competencyId: [...uuid, UNKNOWN_ID],
    status: ['', 'Done', 'validated'],
    isValidated: flag,
    validatedAt: time,
    expiresAt: time,
    validatorId: ['x', UNKNOWN_ID],
  },
  'achievements.csv': {
    id: uuid,
    companyId: [...uuid, UNKNOWN_ID],
    name: required,
    type: ['', 'Critical Competencies', 'Non-Critical Competencies', 'Songs', '1'],
  },
  'tickets.csv': {
    id: uuid,
    memberId: [...uuid, UNKNOWN_ID],
    achievementId: [...uuid, UNKNOWN_ID],
    isRequired: flag,
    status: ['', 'valid', 'Missing'],
    issuedAt: time,
    expiresAt: time,
  },
  'compliance-snapshots.csv': {
    departmentId: [...uuid, UNKNOWN_ID],
    measurement: ['', '0', '13', '3.5'],
    profileCondition: ['', 'all'],
    snapshotDate: ['', '2026-02-29', '21.11.2026', '2026-11-21T00:00:00Z'],
    required: counts,
    satisfied: ['', '-1', 'x', '3'],
  },
  'monthly-statistics.csv': {
    memberId: [...uuid, UNKNOWN_ID],
    departmentId: [...uuid, UNKNOWN_ID],
    month: ['', '2024', '2024-13', '2024-1', '2024-01-02', 'Jan 24', '45292'],
    asAt: ['', ...time],
    category: ['', 'primary', '1'],
    required: [...counts, '7'],
    validated: counts,
    expired: counts,
    notCompleted: counts,
    notApplicable: counts,
    notApplicableValidated: [...counts, '2'],
    needsTraining: counts,
    selfAssessed: counts,
    submitted: counts,
    completed: ['-1', '7'],
    progress: ['75 %', '1.1', '-0.1', '0.7'],
    score: ['x', '2', '0.76'],
  },
};

test('no column is omitted', () => {
  for (const [file, columns] of Object.entries(badValues)) {
    expect(Object.keys(columns)).toEqual(example[file as FileName].split('\r\n')[0]!.split(','));
  }
});

test.each(Object.entries(badValues))(
  '%s: no column can be any of its bad values',
  async (name, columns) => {
    const file = name as FileName;
    const [header, row, ...others] = example[file].trimEnd().split('\r\n');
    const bad = Object.entries(columns).flatMap(([column, values]) =>
      values.map(value => [column, value] as const),
    );
    const rows = bad.map(
      ([column, value]) => withCell(`${header}\r\n${row}`, 2, column, value).split('\r\n')[1],
    );
    const faults = await imports.refusal({ [file]: [header, ...rows, ...others].join('\r\n') });
    bad.forEach(([column, value], index) => {
      expect(faults).toContainEqual(
        expect.stringContaining(`${file}:${index + 2} ${column} ${JSON.stringify(value.trim())} `),
      );
    });
  },
);

test('the link to an achievement is a URL with https, of at most 500 characters', async () => {
  const links = [
    'http://training.test/',
    'javascript:alert(1)',
    'https://a b',
    'https://',
    `https://${'x'.repeat(493)}`,
  ];
  const [header, row] = example['achievements.csv'].split('\r\n');
  const rows = links.map(link => `${row},Ask Grace,${link}`);
  const table = [`${header},howToGet,link`, ...rows].join('\r\n');
  const faults = await imports.refusal({ 'achievements.csv': table });
  for (const [index, link] of links.entries())
    expect(faults).toContain(
      `achievements.csv:${index + 2} link ${JSON.stringify(link)} a URL of at most 500 characters that begins with https://, or nothing`,
    );
});

test('a second primary assignment is refused with the first one and what to do', async () => {
  const assignments = withCell(example['profile-assignments.csv'], 3, 'isPrimary', 'true');
  expect(await imports.refusal({ 'profile-assignments.csv': withoutLine(assignments, 2) })).toEqual(
    [
      'profile-assignments.csv:2 isPrimary "true" one primary profile of a member, who has Plant Operator in Grand Forks Gas Plant; add the row of that one with isPrimary false, or give --replace with files that are whole',
    ],
  );
});

test('--replace is refused if a table without a file references rows to delete', async () => {
  const faults = await imports.refusal(
    {
      'companies.csv': example['companies.csv'],
      'members.csv': withoutLine(example['members.csv'], 3),
    },
    { replace: true, allowRemovals: true },
  );
  expect(faults).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^members.csv:- id ".*" to be there, or tickets.csv as well/),
    ]),
  );
  expect(
    await imports.refusal(
      { 'tickets.csv': example['tickets.csv'] },
      { replace: true, allowRemovals: true },
    ),
  ).toEqual([expect.stringMatching(/^companies.csv/)]);
});

/** References from a row of one organization to another organization. */
test.each<[FileName, number, string, string]>([
  ['members.csv', 2, 'companyId', cell('companies.csv', 3, 'id')],
  ['departments.csv', 2, 'companyId', cell('companies.csv', 3, 'id')],
  ['profiles.csv', 2, 'companyId', cell('companies.csv', 3, 'id')],
  ['competencies.csv', 2, 'companyId', cell('companies.csv', 3, 'id')],
  ['achievements.csv', 2, 'companyId', cell('companies.csv', 3, 'id')],
  ['affiliations.csv', 2, 'departmentId', cell('departments.csv', 4, 'id')],
  ['profile-assignments.csv', 2, 'departmentId', cell('departments.csv', 4, 'id')],
  ['profile-assignments.csv', 2, 'profileId', cell('profiles.csv', 4, 'id')],
  ['profile-competencies.csv', 2, 'competencyId', cell('competencies.csv', 5, 'id')],
  ['competency-standings.csv', 2, 'competencyId', cell('competencies.csv', 5, 'id')],
  ['competency-standings.csv', 2, 'validatorId', cell('members.csv', 6, 'id')],
  ['tickets.csv', 2, 'achievementId', cell('achievements.csv', 4, 'id')],
  ['tickets.csv', 2, 'memberId', cell('members.csv', 6, 'id')],
  ['monthly-statistics.csv', 2, 'departmentId', cell('departments.csv', 4, 'id')],
])('%s line %i: %s cannot refer to another organization', async (file, line, column, value) => {
  const faults = await imports.refusal({ [file]: withCell(example[file], line, column, value) });
  expect(faults).toContainEqual(
    expect.stringMatching(new RegExp(`^${file}:${line} .*organization`)),
  );
});

test('a row duplicated on the next line or at the end is refused in every file', async () => {
  const duplicated = Object.entries(example).map(([file, text]) => {
    const [head, row, ...others] = text.trimEnd().split('\r\n');
    return { file, lines: [head, row, row, ...others, row] };
  });
  const faults = await imports.refusal(
    Object.fromEntries(duplicated.map(({ file, lines }) => [file, lines.join('\r\n')])),
  );
  for (const { file, lines } of duplicated) {
    for (const line of [3, lines.length])
      expect(faults).toContainEqual(
        expect.stringMatching(new RegExp(`^${file}:${line} .*; line 2 has it too$`)),
      );
  }
});

test.each<[string, Folder, RegExp]>([
  [
    'a handle of another organization',
    { 'companies.csv': `id,handle,name\r\n${UNKNOWN_ID},ACME,Acme\r\n` },
    /^companies.csv:2 handle "ACME"/,
  ],
  [
    'an account that already belongs to another member of the organization',
    {
      'members.csv': withCell(example['members.csv'], 2, 'id', UNKNOWN_ID)
        .split('\r\n')
        .slice(0, 2)
        .join('\r\n'),
    },
    /^members.csv:2 accountId ".+" an account that is not yet another member of the organization/,
  ],
  [
    'an e-mail of another account',
    {
      'accounts.csv': `id,email,name,isOperator,apiAccess,reportAccess\r\n${UNKNOWN_ID},ADA@example.com,Ada,false,false,false`,
    },
    /^accounts.csv:2 email "ada@example.com"/,
  ],
  [
    'an e-mail of another account that differs in the case of a non-ASCII letter',
    {
      'accounts.csv': `id,email,name,isOperator,apiAccess,reportAccess\r\n${UNKNOWN_ID},élodie@example.com,E,false,false,false\r\n${UNKNOWN_ID.replace(/^./, 'f')},ÉLODIE@example.com,E,false,false,false`,
    },
    /^accounts.csv:3 email "élodie@example.com" an e-mail that is in the file once/,
  ],
  [
    'an e-mail with the name of its owner',
    {
      'accounts.csv': `id,email,name,isOperator,apiAccess,reportAccess\r\n${UNKNOWN_ID},Ada<ada@example.org>,Ada,false,false,false`,
    },
    /^accounts.csv:2 email "Ada<ada@example.org>" .*the address alone, without < >/,
  ],
  [
    'an e-mail with a letter that only resembles an ASCII letter',
    {
      'accounts.csv': `id,email,name,isOperator,apiAccess,reportAccess\r\n${UNKNOWN_ID},i\u212aaros@example.com,I,false,false,false`,
    },
    /^accounts.csv:2 email "i\u212aaros@example.com" an e-mail without letters/,
  ],
  [
    'a new operator, without allowOperators',
    {
      'accounts.csv': `id,email,name,isOperator,apiAccess,reportAccess\r\n${UNKNOWN_ID},olga@example.com,Olga,true,false,false`,
    },
    /^accounts.csv:2 isOperator "true" false/,
  ],
  [
    'report access without API access',
    {
      'accounts.csv': withCell(
        withCell(example['accounts.csv'], 2, 'apiAccess', 'false'),
        2,
        'reportAccess',
        'true',
      ),
    },
    /^accounts.csv:2 apiAccess "false" true/,
  ],
  [
    'a second primary profile',
    {
      'profile-assignments.csv': withCell(
        example['profile-assignments.csv'],
        3,
        'isPrimary',
        'true',
      ),
    },
    /^profile-assignments.csv:3 isPrimary "true" one primary/,
  ],
  [
    'broken quoting',
    { 'companies.csv': 'id,handle,name\r\n1,"a"b,c\r\n' },
    /^companies.csv:2 - null quotes/,
  ],
  [
    'a quote in an unquoted cell',
    { 'companies.csv': 'id,handle,name\r\n1,a"b,c\r\n' },
    /^companies.csv:2 - null quotes|closing quote/,
  ],
  [
    'a word next to a quoted cell, after a space',
    { 'companies.csv': 'id,handle,name\r\n1, "a" b,c\r\n' },
    /^companies.csv:2 - null quotes/,
  ],
  [
    'an unclosed quote',
    { 'companies.csv': 'id,handle,name\r\n1,"ab,c\r\n' },
    /^companies.csv:2 - null a closing quote/,
  ],
  [
    'too few cells',
    { 'companies.csv': `id,handle,name\r\n${UNKNOWN_ID},a\r\n` },
    /^companies.csv:2 - ".*" 3 cells, and there are 2;/,
  ],
  [
    'too many cells',
    { 'companies.csv': `id,handle,name\r\n${UNKNOWN_ID},a,b,c\r\n` },
    /3 cells, and there are 4;/,
  ],
  [
    'UTF-16 without a byte order mark',
    { 'companies.csv': Buffer.from('id,handle,name\r\n', 'utf16le') },
    /UTF-16/,
  ],
  [
    'Latin-1',
    { 'companies.csv': Buffer.from(`id,handle,name\r\n${UNKNOWN_ID},a,Zo\xeb\r\n`, 'latin1') },
    /^companies.csv:2 - null UTF-8; .*--encoding windows-1252 reads "Zoë", /,
  ],
  [
    'Latin-1 at the start of a line, after an empty one',
    { 'companies.csv': Buffer.from(`id,handle,name\n\n\xeb${UNKNOWN_ID},a,A\n`, 'latin1') },
    /^companies.csv:3 - null UTF-8/,
  ],
  ['an empty file', { 'companies.csv': '' }, /empty/],
  [
    'another separator',
    { 'companies.csv': 'id|handle|name\r\n' },
    /semicolons or tabs; id is missing/,
  ],
  [
    'a different separator in the header',
    { 'companies.csv': `id;handle;name\r\n${UNKNOWN_ID},a,A\r\n` },
    /3 cells, and there are 1/,
  ],
  ['a missing column', { 'companies.csv': 'id,name\r\n' }, /handle is missing/],
  ['an unknown column', { 'companies.csv': 'id,handle,name,size\r\n' }, /"size" is unknown/],
  ['a duplicate column', { 'companies.csv': 'id,handle,name,name\r\n' }, /"name" is there twice/],
  ['a folder without files of an import', {}, /^the folder:- - null at least one of companies.csv/],
])('%s is refused', async (_, folder, fault) => {
  expect(await imports.refusal(folder)).toContainEqual(expect.stringMatching(fault));
});

test('all errors are reported together, in the order of the files, up to 10,000', async () => {
  const companies = withCell(example['companies.csv'], 2, 'handle', 'a b');
  const tickets = withCell(example['tickets.csv'], 3, 'status', 'Lost');
  const affiliations = withCell(example['affiliations.csv'], 4, 'memberId', UNKNOWN_ID);
  const several = {
    ...example,
    'companies.csv': companies,
    'tickets.csv': tickets,
    'affiliations.csv': affiliations,
  };
  expect((await imports.refusal(several)).map(fault => fault.split(' ')[0])).toEqual([
    'companies.csv:2',
    'affiliations.csv:4',
    'tickets.csv:3',
  ]);
  const many = `id,handle,name\r\n${'x,y,z\r\n'.repeat(11_000)}`;
  expect(await imports.refusal({ 'companies.csv': many })).toHaveLength(10_000);
});
