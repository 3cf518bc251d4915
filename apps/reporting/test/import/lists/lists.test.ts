import { sendRequest } from '@platform/http/testing';
import { type SheetCell, workbookOf } from '@platform/spreadsheet/testing';
import type { ImportOptions } from '../../../src/import/import-options';
import { apiKey, bearer, type Headers } from '../../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';
import { importListHere, undoHere } from '../import-here';
import { CSV, untilEnded, upload } from '../uploads/upload-to';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY, RATE_LIMIT_REPORTS: 'off' });
});
afterAll(() => service.close());

const key = apiKey(SERVICE_KEY);
let organizations = 0;

/** Creates an organization, and returns functions that use its list sources. */
async function organization() {
  organizations += 1;
  const company = await service.seed.company(`lists-${organizations}`);
  const query = `companyId=${company.uuid}`;
  const call = (method: string, path: string, body?: object, as: Headers = key) =>
    sendRequest(`${service.url}${path}${path.includes('?') ? '&' : '?'}${query}`, {
      method,
      headers: [...as, ...(body ? ([['Content-Type', 'application/json']] as const) : [])],
      ...(body && { body: JSON.stringify(body) }),
    });
  const send = (source: string, body: string, more = '') => {
    const where = `?source=${encodeURIComponent(source)}&${query}&name=list.csv${more}`;
    return upload(service, body, { type: CSV, path: '/records/imports', query: where });
  };
  const load = (source: string, body: Buffer | string, options?: Partial<ImportOptions>) =>
    importListHere(service, company, { source, name: 'list.csv', body }, options);
  const undo = async ({ id }: { readonly id: string }) =>
    expect(await undoHere(service, company, id)).toMatchObject({ status: 'succeeded', faults: [] });
  const rows = async (sql: string) =>
    (await service.context.db.pool.query(sql, [company.id])).rows as Record<string, unknown>[];
  /** Returns the members with their affiliations and profile assignments. */
  const people = async () =>
    (
      await rows(
        `select concat_ws(' | ', member.code, account.name, account.email,
          case when member.has_access then null else 'left' end,
          (select string_agg(department.name || ' ' || function, ', ' order by department.name)
            from reporting.affiliation join reporting.department on department.id = affiliation.department_id
            where affiliation.member_id = member.id),
          (select string_agg(profile.name || ' in ' || department.name || case when is_primary then '*' else '' end, ', '
              order by is_primary desc, profile.name, department.name)
            from reporting.profile_assignment as assigned join reporting.profile on profile.id = assigned.profile_id
            join reporting.department on department.id = assigned.department_id
            where assigned.member_id = member.id)) as who
        from reporting.member join reporting.account on account.id = member.account_id
        where member.company_id = $1 order by member.code, account.name`,
      )
    ).map(({ who }) => who);
  const tickets = async () =>
    (
      await rows(
        `select concat_ws(' | ', account.name, achievement.name, status, to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD'),
          to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), certificate_number,
          case when is_required then 'required' end) as ticket
        from reporting.ticket join reporting.member on member.id = ticket.member_id
        join reporting.account on account.id = member.account_id
        join reporting.achievement on achievement.id = ticket.achievement_id
        where ticket.company_id = $1 order by 1`,
      )
    ).map(({ ticket }) => ticket);
  /** Adds members with the personnel numbers 1, 2 and so on, without e-mails. */
  const members = async (...names: string[]) => {
    for (const [index, name] of names.entries())
      await company.member(name, { code: String(index + 1), email: null, isDeveloper: false });
  };
  return { company, call, send, load, undo, rows, people, tickets, members };
}

type Organization = Awaited<ReturnType<typeof organization>>;

const put = async ({ call }: Organization, name: string, source: object) => {
  const response = await call('PUT', `/records/sources/${encodeURIComponent(name)}`, source);
  expect(response.status).toBe(200);
  return response.body;
};

const faultsOf = (run: any) =>
  run.faults.map(({ file, line, column, value, expected }: any) => [
    file,
    line,
    column,
    value,
    expected,
  ]);

const PEOPLE = {
  sheets: [
    {
      sheet: null,
      kind: 'people',
      columns: {
        'Personalnr.': 'personCode',
        Name: 'name',
        'E-Mail': 'email',
        Abteilung: 'department',
        Rolle: 'profile',
      },
      separator: ',',
    },
  ],
};
const HEAD = 'Personalnr.;Name;E-Mail;Abteilung;Rolle\n';

/** A header that Excel would escape only for a control character. */
const HALF = '<c t="inlineStr"><is><t>Nr_xD83D_</t></is></c>';

test('a source is set, read, listed, replaced and deleted', async () => {
  const acme = await organization();
  const set = await put(acme, 'HR list', { name: 'HR list', ...PEOPLE });
  expect(set).toMatchObject({
    name: 'HR list',
    isComplete: false,
    expiry: 'instant',
    encoding: null,
    sheets: [{ headerRow: 1, type: null, ignoredColumns: [], values: {} }],
  });
  expect((await acme.call('GET', '/records/sources/HR%20list')).body).toEqual(set);
  await put(acme, 'HR list', { ...PEOPLE, isComplete: true });
  expect((await acme.call('GET', '/records/sources')).body).toMatchObject({
    items: [{ name: 'HR list', isComplete: true }],
    total: 1,
    page: 1,
  });
  const other = await organization();
  expect((await other.call('GET', '/records/sources/HR%20list')).status).toBe(404);
  await put(other, 'HR list', PEOPLE);
  await put(acme, 'another', PEOPLE);
  expect((await acme.call('DELETE', '/records/sources/HR%20list')).status).toBe(204);
  expect((await acme.call('DELETE', '/records/sources/HR%20list')).body.code).toBe(
    'unknown-source',
  );
  expect((await acme.call('GET', '/records/sources')).body.items).toMatchObject([
    { name: 'another' },
  ]);
  expect((await other.call('GET', '/records/sources/HR%20list')).status).toBe(200);
});

test.each<[string, object, string]>([
  ['a different name', { ...PEOPLE, name: 'y' }, 'name'],
  [
    'a column of a different kind',
    { sheets: [{ ...PEOPLE.sheets[0], columns: { A: 'personCode', B: 'expires' } }] },
    'sheets[0].columns',
  ],
  [
    'no column that identifies people',
    { sheets: [{ ...PEOPLE.sheets[0], columns: { A: 'name' } }] },
    'sheets[0].columns',
  ],
  [
    'a duplicate role',
    { sheets: [{ ...PEOPLE.sheets[0], columns: { A: 'personCode', B: 'personCode' } }] },
    'sheets[0].columns',
  ],
  [
    'an unknown role',
    { sheets: [{ ...PEOPLE.sheets[0], columns: { A: 'salary' } }] },
    'sheets[0].columns',
  ],
  ['a duplicate sheet', { sheets: [PEOPLE.sheets[0], PEOPLE.sheets[0]] }, 'sheets'],
  [
    'an unknown status',
    { sheets: [{ ...PEOPLE.sheets[0], values: { status: { ok: 'Good' } } }] },
    'sheets[0].values.status',
  ],
  ['an unknown time zone', { ...PEOPLE, timeZone: 'Mars/Base' }, 'timeZone'],
  ['an empty separator', { sheets: [{ ...PEOPLE.sheets[0], separator: '' }] }, 'separator'],
  ['no sheets', { sheets: [] }, 'sheets'],
])('a source with %s is refused', async (_, source, field) => {
  const acme = await organization();
  const response = await acme.call('PUT', '/records/sources/x', source);
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  expect(JSON.stringify(response.body)).toContain(field);
});

test('a page of sources past the end has the total', async () => {
  const acme = await organization();
  await put(acme, 'HR list', PEOPLE);
  const { body } = await acme.call('GET', '/records/sources?page=2');
  expect(body).toEqual({ items: [], total: 1, page: 2, pageSize: 25 });
});

test('concurrent requests cannot set more than 100 sources, of which each can be replaced', async () => {
  const acme = await organization();
  await put(await organization(), 'of another organization', PEOPLE);
  await acme.rows(
    `insert into reporting.list_source (company_id, name, definition)
    select $1, 'source ' || number, '{}' from generate_series(1, 99) as number`,
  );
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const responses = await Promise.all(
    names.map(name => acme.call('PUT', `/records/sources/${name}`, PEOPLE)),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  await put(acme, 'source 1', PEOPLE);
  const { status } = await acme.call('PUT', '/records/sources/of%20another%20organization', PEOPLE);
  expect(status).toBe(409);
});

test('people become members with departments and profiles; the same list again changes nothing', async () => {
  const acme = await organization();
  await put(acme, 'hr', PEOPLE);
  const list = `${HEAD}1;Ada Lovelace;ada@list.example;Süd, Nord;Elektriker\n2;"Weiß, Bob";;süd;Schlosser\n`;
  expect(await acme.load('hr', list)).toMatchObject({ status: 'succeeded' });
  const people = [
    '1 | Ada Lovelace | ada@list.example | Nord Department, Süd Department | Elektriker in Süd*, Elektriker in Nord',
    '2 | Bob Weiß | Süd Department | Schlosser in Süd*',
  ];
  expect(await acme.people()).toEqual(people);
  const again = await acme.load('hr', list);
  for (const counts of again.files)
    expect(counts).toMatchObject({ inserted: 0, updated: 0, deleted: 0 });
  expect(await acme.people()).toEqual(people);
});

test('people who move are moved, with their profiles, and nothing else changes', async () => {
  const acme = await organization();
  await put(acme, 'hr', PEOPLE);
  const eve = '3;Eve;;Süd;"Elektriker,Fahrer"\n';
  await acme.load('hr', `${HEAD}1;Ada;;Süd;Elektriker\n2;Bob;;Süd;Elektriker\n${eve}`);
  await acme.load('hr', `${HEAD}1;Ada;;Nord;Elektriker\n`);
  const [sheet] = PEOPLE.sheets;
  const columns = { 'Personalnr.': 'personCode', Abteilung: 'department' };
  // Without profiles.
  await put(acme, 'moves', { sheets: [{ ...sheet, columns }] });
  await acme.load('moves', 'Personalnr.;Abteilung\n3;Nord\n');
  expect(await acme.people()).toEqual([
    '1 | Ada | Nord Department | Elektriker in Nord*',
    '2 | Bob | Süd Department | Elektriker in Süd*',
    '3 | Eve | Nord Department | Elektriker in Nord*, Fahrer in Nord',
  ]);
});

test('a complete list ends the access of people who are no longer in it, and restores it when they return', async () => {
  const acme = await organization();
  await put(acme, 'hr', { ...PEOPLE, isComplete: true });
  const row = (number: number) => `${number};Person ${number};;Süd;Fahrer\n`;
  await acme.load('hr', HEAD + row(1) + row(2) + row(3));
  await acme.load('hr', HEAD + row(1) + row(3));
  expect(await acme.people()).toEqual([
    '1 | Person 1 | Süd Department | Fahrer in Süd*',
    '2 | Person 2 | left',
    '3 | Person 3 | Süd Department | Fahrer in Süd*',
  ]);
  // Person 2 can return even after another one has.
  for (const rows of [row(1), row(1) + row(3)]) {
    await acme.load('hr', HEAD + rows, { allowRemovals: true });
  }
  expect((await acme.people())[2]).toBe('3 | Person 3 | Süd Department | Fahrer in Süd*');
  await put(acme, 'others', PEOPLE);
  await acme.load('others', HEAD + row(2));
  expect((await acme.people())[1]).toBe('2 | Person 2 | left');
  await acme.load('hr', HEAD + row(1) + row(2) + row(3));
  expect((await acme.people())[1]).toBe('2 | Person 2 | Süd Department | Fahrer in Süd*');
  const refused = await acme.load('hr', HEAD + row(9));
  expect(refused).toMatchObject({
    status: 'refused',
    faults: [
      { file: 'list.csv', expected: expect.stringMatching(/3 of 3 would have left/) as string },
    ],
  });
  expect((await acme.load('hr', HEAD + row(9), { allowRemovals: true })).status).toBe('succeeded');
});

const TRAINING = {
  sheets: [
    {
      sheet: null,
      kind: 'achievements',
      type: 'Time-Sensitive Safety Certificates',
      columns: {
        Nr: 'personCode',
        Name: 'name',
        Kurs: 'achievement',
        Am: 'issued',
        Bis: 'expires',
        Dauer: 'validFor',
        Ergebnis: 'status',
        Zertifikat: 'certificateNumber',
      },
      values: { status: { bestanden: 'Valid', versäumt: 'ignore', offen: 'Pending' } },
    },
  ],
  dateFormat: 'DD.MM.YYYY',
};
const TRAININGS = 'Nr;Name;Kurs;Am;Bis;Dauer;Ergebnis;Zertifikat\n';

test('an import of a list can be undone, which deletes the records that it added', async () => {
  const acme = await organization();
  await put(acme, 'HR list', PEOPLE);
  const first = await acme.load('HR list', `${HEAD}1;Ada;;Drilling;Welder\n`);
  const second = await acme.load('HR list', `${HEAD}1;Ada;;Catering;\n2;Grace;;Catering;\n`);
  for (const [run, left] of [
    [second, ['1 | Ada | Drilling Department | Welder in Drilling*']],
    [first, []],
  ] as const) {
    await acme.undo(run);
    expect(await acme.people()).toEqual(left);
  }
});

test('people whom only an undone import named have not left when a complete list lacks them', async () => {
  const acme = await organization();
  await put(acme, 'hr', { ...PEOPLE, isComplete: true });
  await put(acme, 'others', PEOPLE);
  await acme.load('others', `${HEAD}1;Ada;;Süd;Fahrer\n2;Bob;;Süd;Fahrer\n`);
  const wrong = await acme.load('hr', `${HEAD}2;Bob;;Süd;Fahrer\n3;Eve;;Süd;Fahrer\n`);
  await acme.undo(wrong);
  const right = await acme.load('hr', `${HEAD}1;Ada;;Süd;Fahrer\n`);
  expect([right.status, right.faults]).toEqual(['succeeded', []]);
  expect(await acme.people()).toEqual([
    '1 | Ada | Süd Department | Fahrer in Süd*',
    '2 | Bob | Süd Department | Fahrer in Süd*',
  ]);
});

test('rows with achievements become tickets, with statuses, dates and validity periods', async () => {
  const acme = await organization();
  await acme.members('Ada', 'Bob');
  await put(acme, 'trainings', {
    ...TRAINING,
    expiry: 'last-valid-day',
    timeZone: 'Europe/Berlin',
  });
  const list =
    `${TRAININGS}1;;Erste Hilfe;15.01.2026;31.12.2027;;bestanden;FA-1\n` +
    ';Bob;Erste Hilfe;31.01.2026;;1 Monat;Bestanden;\n' +
    '1;;Staplerschein;15.01.2026;;unbefristet;bestanden;\n' +
    '1;;Kranschein;;;unbefristet;bestanden;\n' +
    '2;;Staplerschein;;31.12.2099;;offen;\n' +
    '2;;Kranschein;15.01.2026;;;versäumt;\n' +
    '1;;erste hilfe;15.01.2020;31.12.2021;;bestanden;FA-0\n';
  const run = await acme.load('trainings', list);
  expect(run.status).toBe('succeeded');
  expect(await acme.tickets()).toEqual([
    'Ada | Erste Hilfe | Valid | 2026-01-15 | 2027-12-31 23:00 | FA-1',
    'Ada | Kranschein | Valid',
    'Ada | Staplerschein | Valid | 2026-01-15',
    'Bob | Erste Hilfe | Valid | 2026-01-31 | 2026-02-28 23:00',
    'Bob | Staplerschein | Pending',
  ]);
  expect(run.files.flatMap(({ notices = [] }: any) => notices)).toContain(
    'list.csv: 1 cell with a day such as 9999-12-31: read as never.',
  );
  const again = await acme.load('trainings', list);
  expect(again.files.find(({ file }: any) => file === 'tickets.csv')).toMatchObject({
    unchanged: 5,
  });
});

test('a ticket keeps what one list says in imports of lists without such a column', async () => {
  const acme = await organization();
  await acme.members('Ada');
  const [sheet] = TRAINING.sheets;
  const columns = { Nr: 'personCode', Kurs: 'achievement', Pflicht: 'isRequired' };
  await put(acme, 'duties', { sheets: [{ ...sheet, columns }] });
  await put(acme, 'trainings', TRAINING);
  await acme.load('duties', 'Nr;Kurs;Pflicht\n1;Kranschein;x\n');
  await acme.load('trainings', `${TRAININGS}1;;Kranschein;15.01.2026;;;;K-1\n`);
  expect(await acme.tickets()).toEqual(['Ada | Kranschein | Valid | 2026-01-15 | K-1 | required']);
  await acme.load('duties', 'Nr;Kurs;Pflicht\n1;Kranschein;\n');
  expect(await acme.tickets()).toEqual(['Ada | Kranschein | Valid | 2026-01-15 | K-1']);
});

test('a person has one ticket of an achievement, however rows identify the person', async () => {
  const acme = await organization();
  await acme.members('Ada');
  await put(acme, 'trainings', TRAINING);
  await acme.load('trainings', `${TRAININGS}1;;Kran;15.01.2025;15.01.2030;;bestanden;\n`);
  await acme.load('trainings', `${TRAININGS};Ada;Kran;15.01.2026;15.01.2027;;bestanden;\n`);
  expect(await acme.tickets()).toEqual(['Ada | Kran | Valid | 2026-01-15 | 2027-01-15 00:00']);
});

test('people are found by e-mail in any case, and join with an account that has it', async () => {
  const [acme, globex] = [await organization(), await organization()];
  const { uuid } = await service.seed.account('Ada', { email: 'ada-l@lists.test' });
  for (const each of [acme, globex]) await put(each, 'hr', PEOPLE);
  for (const code of ['', '1']) {
    await acme.load('hr', `${HEAD}${code};Ada;ADA-L@lists.test;Süd;\n`);
    const people = await acme.rows(
      `select account.uuid, code from reporting.member
      join reporting.account on account.id = account_id where company_id = $1`,
    );
    expect(people).toEqual([{ uuid, code: code || null }]);
  }
  const refused = [
    [acme, '2', expect.stringMatching(/not yet another member .*; it is the one with the code 1$/)],
    [globex, '', expect.stringContaining('to which the import is kept')],
  ] as const;
  for (const [organization, code, expected] of refused) {
    const run = await organization.load('hr', `${HEAD}${code};Ada;ada-l@lists.test;Süd;\n`);
    expect(run.faults).toMatchObject([{ expected }]);
  }
});

test('a ticket is not given to somebody with another personnel number or e-mail', async () => {
  const acme = await organization();
  await put(acme, 'hr', PEOPLE);
  await acme.load('hr', `${HEAD}1;Ada;ada-t@lists.test;Süd;\n;Bob;bob-t@lists.test;Süd;\n`);
  const [sheet] = TRAINING.sheets;
  const columns = { Nr: 'personCode', Mail: 'email', Name: 'name', Kurs: 'achievement' };
  await put(acme, 'trainings', { sheets: [{ ...sheet, columns }] });
  const load = (...people: string[]) =>
    acme.load('trainings', `Nr;Mail;Name;Kurs\n${people.map(who => `${who};Kran\n`).join('')}`);
  const others = ['9;ada-t@lists.test;Ada', '8;;Ada', ';bob-t2@lists.test;Bob'];
  const expected = expect.stringMatching(/^a person of the organ/);
  expect(faultsOf(await load(...others))).toEqual(
    others.map((_, index) => ['list.csv', index + 2, 'Nr', expect.anything(), expected]),
  );
  expect((await load(';ADA-T@lists.test;', '2;bob-t@lists.test;')).status).toBe('succeeded');
  expect(await acme.tickets()).toEqual(['Ada | Kran | Valid', 'Bob | Kran | Valid']);
});

test('the ticket of a person does not pass to somebody else with the same name', async () => {
  const acme = await organization();
  await put(acme, 'hr', PEOPLE);
  await put(acme, 'leavers', {
    sheets: [{ sheet: null, kind: 'people', columns: { Nr: 'personCode', Weg: 'hasLeft' } }],
  });
  await put(acme, 'trainings', TRAINING);
  await acme.load('hr', `${HEAD}2;Ina Lau;;Süd;Fahrer\n`);
  await acme.load('trainings', `${TRAININGS};Ina Lau;Leiter;10.01.2025;;;bestanden;\n`);
  await acme.load('leavers', 'Nr;Weg\n2;ja\n');
  await acme.load('hr', `${HEAD}3;Ina Lau;;Süd;Fahrer\n`);
  await acme.load('trainings', `${TRAININGS};Ina Lau;Leiter;05.05.2026;;;bestanden;\n`);
  expect(
    await acme.rows(
      `select code, to_char(issued_at, 'YYYY') as year from reporting.ticket
      join reporting.member on member.id = ticket.member_id where ticket.company_id = $1 order by code`,
    ),
  ).toEqual([
    { code: '2', year: '2025' },
    { code: '3', year: '2026' },
  ]);
});

test('somebody new with the former personnel number or e-mail of somebody else is a fault', async () => {
  const acme = await organization();
  await put(acme, 'hr', PEOPLE);
  const list = `${HEAD}1;Peter;;Süd;\n;Paula;paula-p@lists.test;Süd;\n`;
  await acme.load('hr', list);
  await acme.rows("update reporting.member set code = '10' || id where company_id = $1");
  await acme.rows(
    `update reporting.account set email = 'other-' || id || '@lists.test'
    where id in (select account_id from reporting.member where company_id = $1)`,
  );
  const before = await acme.people();
  const next = '1;Karla;karla-k@lists.test;Süd;\n;Karl;paula-p@lists.test;Süd;\n';
  expect(faultsOf(await acme.load('hr', HEAD + next))).toEqual(
    ['Peter', 'Paula'].map((name, index) => [
      ...['list.csv', index + 2, 'Personalnr.', expect.any(String)],
      expect.stringContaining(`it was that of ${name}`),
    ]),
  );
  expect(await acme.people()).toEqual(before);
  expect((await acme.load('hr', list)).status).toBe('succeeded');
  expect(await acme.people()).toHaveLength(2);
});

test('a validity that is not a positive, whole number of months or years is a fault', async () => {
  const acme = await organization();
  await acme.members('Ada');
  await put(acme, 'trainings', TRAINING);
  const validities = ['-24', '0', '1,5 Jahre'];
  const rows = validities.map((validity, n) => `1;;Kran ${n};15.01.2025;;${validity};bestanden;\n`);
  expect(faultsOf(await acme.load('trainings', TRAININGS + rows.join('')))).toEqual(
    validities.map((validity, index) => [
      ...['list.csv', index + 2, expect.any(String), validity],
      expect.stringContaining('24 months'),
    ]),
  );
});

test('faults name the sheet, the row and the column of the list', async () => {
  const acme = await organization();
  const sheets: Record<string, SheetCell[][]> = {
    Leute: [
      ['Liste'],
      [],
      ['Nr', 'Name', 'Mail'],
      [7, 'Ada', 'ada@x.example'],
      ['8', '', ''],
      [9, 'Cy', 'no mail'],
    ],
    Kurse: [
      ['Nr', 'Kurs', 'Bis'],
      [7, 'Erste Hilfe', '31.02.2027'],
      [99, 'Erste Hilfe', ''],
      [7, 'Kran', '#N/A'],
    ],
    Egal: [['x']],
  };
  await put(acme, 'both', {
    dateFormat: 'DD.MM.YYYY',
    sheets: [
      {
        sheet: 'leute',
        kind: 'people',
        headerRow: 3,
        columns: { Nr: 'personCode', Name: 'name', Mail: 'email' },
      },
      {
        sheet: 'Kurse',
        kind: 'achievements',
        columns: { Nr: 'personCode', Kurs: 'achievement', Bis: 'expires' },
      },
    ],
  });
  const run = await acme.load('both', workbookOf(sheets));
  expect(run).toMatchObject({ status: 'refused', ignored: ['Egal'] });
  expect(faultsOf(run)).toEqual([
    ['Kurse', 2, 'Bis', '31.02.2027', expect.stringMatching(/^a date/)],
    ['Kurse', 2, 'Kurs', 'Erste Hilfe', expect.stringMatching(/type of new ones/)],
    ['Kurse', 3, 'Nr', '99', 'a person of the organization, or of the list'],
    ['Kurse', 4, 'Bis', '#N/A', 'a value, and the cell shows #N/A'],
    ['Kurse', 4, 'Kurs', 'Kran', expect.stringMatching(/type of new ones/)],
    ['Leute', 5, 'Name', '', 'the name of a person who is new'],
    ['Leute', 6, 'Mail', 'no mail', expect.stringMatching(/^an e-mail/)],
  ]);
});

test('an e-mail that only looks like that of somebody else is a fault', async () => {
  const acme = await organization();
  await put(acme, 'hr', PEOPLE);
  // The Kelvin sign, whose NFC is a plain K, and a zero-width space.
  const emails = ['\u212aate@lists.test', 'ka\u200bte@lists.test'];
  const rows = emails.map((email, index) => `${index};Kate;${email};Süd;\n`);
  const run = await acme.load('hr', HEAD + rows.join(''));
  expect(run.status).toBe('refused');
  expect(faultsOf(run)).toEqual(
    emails.map((_, index) => [
      ...['list.csv', index + 2, 'E-Mail', expect.any(String)],
      expect.stringMatching(/^an e-mail/),
    ]),
  );
});

// Of a zone ahead of UTC and one behind, at least one has another day than UTC at any time.
test.each(['Pacific/Kiritimati', 'Pacific/Midway'])(
  'a day of hasLeft has come once it begins in %s, the time zone of the source',
  async timeZone => {
    const acme = await organization();
    await acme.members('Ada', 'Bob');
    const columns = { Nr: 'personCode', Weg: 'hasLeft' };
    const sheet = { sheet: null, kind: 'people', columns };
    await put(acme, 'leavers', { sheets: [sheet], timeZone });
    const dayIn = (days: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now() + days * 86_400_000);
    await acme.load('leavers', `Nr;Weg\n1;${dayIn(0)}\n2;${dayIn(1)}\n`);
    expect(await acme.people()).toEqual(['1 | Ada | left', '2 | Bob']);
  },
);

test('a cell of hasLeft that means neither yes nor no is a fault', async () => {
  const acme = await organization();
  const columns = { Nr: 'personCode', Name: 'name', Weg: 'hasLeft' };
  await put(acme, 'leavers', { sheets: [{ sheet: null, kind: 'people', columns }] });
  const cells = ['', '-', 'nein', '2099-12-31', '31.12.2025', '45000', 'left', '2025-02-30'];
  const rows = cells.map((cell, index) => `${index};P${index};${cell}\n`);
  const run = await acme.load('leavers', `Nr;Name;Weg\n${rows.join('')}`);
  const expected = 'a word such as yes, a mark such as x, a day, or nothing';
  expect(faultsOf(run)).toEqual(
    cells.slice(4).map((cell, index) => ['list.csv', 6 + index, 'Weg', cell, expected]),
  );
  expect(run.faults[0]!.remedy).toContain('dateFormat');
});

const noticesOf = (run: any) => run.files.flatMap(({ notices = [] }: any) => notices);

test('people whom the list names without a department stay in theirs, which a notice counts', async () => {
  const acme = await organization();
  await put(acme, 'hr', PEOPLE);
  await acme.load('hr', `${HEAD}1;Ada;;Süd;Fahrer\n2;Bob;;Süd;Fahrer\n`);
  const run = await acme.load('hr', `${HEAD}1;Ada;;Süd;Fahrer\n2;Bob;;;Fahrer\n`);
  expect(noticesOf(run)).toEqual(['People without a department in the list stay in theirs: 1.']);
  expect(await acme.people()).toEqual([
    '1 | Ada | Süd Department | Fahrer in Süd*',
    '2 | Bob | Süd Department | Fahrer in Süd*',
  ]);
});

test('people whose access somebody else withdrew stay without it, which a notice counts', async () => {
  const acme = await organization();
  await put(acme, 'hr', { ...PEOPLE, isComplete: true });
  const [ada, bob, eve] = ['1;Ada;;Süd;\n', '2;Bob;;Süd;\n', '3;Eve;;Süd;\n'];
  await acme.load('hr', HEAD + ada + bob + eve);
  // The list ends the access of Bob, which an operator returns and then withdraws, like that of Eve.
  await acme.load('hr', HEAD + ada + eve);
  for (const [hasAccess, codes] of [
    [true, "('2')"],
    [false, "('2', '3')"],
  ])
    await acme.rows(
      `update reporting.member set has_access = ${hasAccess} where company_id = $1 and code in ${codes}`,
    );
  const run = await acme.load('hr', HEAD + ada + bob + eve);
  expect(noticesOf(run)).toEqual([
    'People who left, or whose access was withdrawn, stay without it: 2.',
  ]);
  expect((await acme.people()).slice(1)).toEqual(['2 | Bob | left', '3 | Eve | left']);
});

test('a name with a comma is a last name before a first name, unless a suffix follows', async () => {
  const acme = await organization();
  await put(acme, 'hr', PEOPLE);
  const names = ['Lovelace, Ada', 'Martin King, Jr.', 'Henry Ford, II', 'Ann Lee, Ph.D.'];
  const rows = names.map((name, index) => `${index};"${name}";;Süd;\n`);
  await acme.load('hr', `${HEAD}${rows.join('')}`);
  expect(await acme.people()).toEqual([
    expect.stringContaining('| Ada Lovelace |'),
    expect.stringContaining('| Martin King, Jr. |'),
    expect.stringContaining('| Henry Ford, II |'),
    expect.stringContaining('| Ann Lee, Ph.D. |'),
  ]);
});

test('a fault in a grid names the column of its achievement', async () => {
  const acme = await organization();
  const sheet = { sheet: null, kind: 'requirements', columns: { Rolle: 'profile' } };
  await put(acme, 'grid', { sheets: [sheet] });
  const run = await acme.load('grid', 'Rolle;Erste Hilfe;Stapler\nFahrer;-;x\n');
  expect(faultsOf(run)).toEqual([
    ['list.csv', 2, 'Stapler', 'Stapler', expect.stringMatching(/type of new ones/)],
  ]);
});

test('a grid of requirements gives profiles their achievements', async () => {
  const acme = await organization();
  await put(acme, 'grid', {
    sheets: [
      {
        sheet: null,
        kind: 'requirements',
        type: 'Time-Sensitive Safety Certificates',
        columns: { Rolle: 'profile' },
        ignoredColumns: ['Bemerkung'],
      },
    ],
  });
  const run = await acme.load(
    'grid',
    'Rolle;Erste Hilfe;Stapler;Bemerkung\nFahrer;x;X;neu\nElektriker;x;-;\n',
  );
  expect(run.status).toBe('succeeded');
  expect(
    await acme.rows(
      `select profile.name as profile, string_agg(achievement.name, ', ' order by achievement.name) as requires
      from reporting.profile_achievement as required
      join reporting.profile on profile.id = required.profile_id
      join reporting.achievement on achievement.id = required.achievement_id
      where profile.company_id = $1 group by 1 order by 1`,
    ),
  ).toEqual([
    { profile: 'Elektriker', requires: 'Erste Hilfe' },
    { profile: 'Fahrer', requires: 'Erste Hilfe, Stapler' },
  ]);
});

test('a grid in a workbook can have as many columns as one in CSV', async () => {
  const acme = await organization();
  const sheet = { sheet: null, kind: 'requirements', columns: { Rolle: 'profile' } };
  await put(acme, 'grid', { sheets: [{ ...sheet, type: 'Orientations' }] });
  const courses = Array.from({ length: 300 }, (_, index) => `Kurs ${index}`);
  const rows = [
    ['Rolle', ...courses],
    ['Fahrer', ...courses.map(() => 'x')],
  ];
  const run = await acme.load('grid', workbookOf({ Plan: { rows } }));
  expect(faultsOf(run)).toEqual([]);
  expect(run.files).toContainEqual(
    expect.objectContaining({ file: 'profile-achievements.csv', inserted: 300 }),
  );
});

test('a list with a different header is refused with the columns of the source', async () => {
  const acme = await organization();
  await put(acme, 'hr', PEOPLE);
  const run = await acme.load('hr', 'Nr;Name;E-Mail;Abteilung;Rolle\n1;Ada;;Süd;Fahrer\n');
  expect(faultsOf(run)).toEqual([
    [
      'list.csv',
      1,
      null,
      null,
      expect.stringMatching(
        /the columns "Personalnr." in row 1, as the source names them; the row has Nr, Name/,
      ),
    ],
  ]);
  const later = await acme.load('hr', `sep=;\n${HEAD}1;Ada;;Süd;Fahrer\n`);
  expect(faultsOf(later)).toMatchObject([
    ['list.csv', 1, null, null, expect.stringContaining('it is blank, and row 2 has Personalnr.')],
  ]);
  expect((await acme.send('none', HEAD)).body.code).toBe('unknown-source');
  expect((await acme.send('hr', HEAD, '&replace=true')).body.code).toBe('invalid-request');
});

test('words that consist of signs keep their own meanings', async () => {
  const acme = await organization();
  await acme.members('Ada', 'Bob', 'Eve', 'Joe');
  const [sheet] = TRAINING.sheets;
  const status = { '✓': 'Valid', '✗': 'Expired', 'A+': 'Valid', 'A-': 'Submitted' };
  await put(acme, 'trainings', { sheets: [{ ...sheet, values: { status } }] });
  const row = (number: number, word: string) => `${number};;Kran;;;;${word};\n`;
  const rows = row(1, '✓') + row(2, '✗') + row(3, 'a+') + row(4, 'A-');
  expect(await acme.load('trainings', TRAININGS + rows)).toMatchObject({ status: 'succeeded' });
  expect(await acme.tickets()).toEqual([
    'Ada | Kran | Valid',
    'Bob | Kran | Expired',
    'Eve | Kran | Valid',
    'Joe | Kran | Submitted',
  ]);
  const odd = await acme.load('trainings', TRAININGS + row(1, 'A') + row(2, '?'));
  expect(faultsOf(odd)).toMatchObject([
    ['list.csv', 2, 'Ergebnis', 'A', expect.stringContaining('a status')],
    ['list.csv', 3, 'Ergebnis', '?', expect.stringContaining('a status')],
  ]);
});

test('a column can have a header of signs, beside columns without a header', async () => {
  const acme = await organization();
  const columns = { '#': 'personCode', Name: 'name', Abteilung: 'department' };
  await put(acme, 'hr', { sheets: [{ ...PEOPLE.sheets[0], columns }] });
  const run = await acme.load('hr', '#;Name;Abteilung;;\n1;Ada;Süd;;\n');
  expect(run).toMatchObject({ status: 'succeeded', faults: [] });
  expect(await acme.people()).toEqual(['1 | Ada | Süd Department']);
});

test.each([
  ['a long one is cut inside of a character', `No;${'x'.repeat(495)}🦺\n1;Ada\n`],
  ['a workbook writes half of one', workbookOf({ A: { rows: [[{ xml: HALF }], ['x']] } })],
])('faults name headers although %s', async (_, list) => {
  const acme = await organization();
  await put(acme, 'hr', { sheets: [{ ...PEOPLE.sheets[0], columns: { Nr: 'email' } }] });
  expect(await acme.load('hr', list)).toMatchObject({ status: 'refused' });
});

test('a record keeper imports lists of the organization, but cannot change accounts with rights', async () => {
  const acme = await organization();
  const facts = { apiAccess: true, isDeveloper: false, keepsRecords: true };
  const { account: keeper } = await acme.company.member('Grace Keeper', { ...facts, code: 'K' });
  const as = bearer(await service.seed.secret(keeper, acme.company));
  const call = (method: string, path: string, body: string, type: string) =>
    sendRequest(`${service.url}${path}`, {
      method,
      body,
      headers: [...as, ['Content-Type', type]],
    });
  const source = JSON.stringify(PEOPLE);
  expect((await call('PUT', '/records/sources/hr', source, 'application/json')).status).toBe(200);
  const load = async (list: string) => {
    const { body } = await call('POST', '/records/imports?source=hr', list, CSV);
    return untilEnded(service, body.id);
  };
  expect(await load(`${HEAD}1;Ada;;Süd;Fahrer\n`)).toMatchObject({
    status: 'succeeded',
    options: { listSource: 'hr' },
  });
  expect(await load(`${HEAD}K;Another Name;;Süd;Fahrer\n`)).toMatchObject({
    status: 'refused',
    faults: [{ file: 'upload', line: 2, column: null, value: null }, { column: 'Name' }].slice(
      0,
      1,
    ),
  });
  const bob = await acme.company.member('Bob', { isDeveloper: false });
  const other = bearer(await service.seed.secret(bob.account, acme.company));
  const refused = await sendRequest(`${service.url}/records/sources`, { headers: [...other] });
  expect(refused.status).toBe(403);
});
