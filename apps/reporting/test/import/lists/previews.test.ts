import { sendRequest } from '@platform/http/testing';
import { workbookOf } from '@platform/spreadsheet/testing';
import { guessSheet } from '../../../src/import/lists/guess';
import { apiKey } from '../../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';
import { CSV, openFiles, upload, XLSX, ZIP } from '../uploads/upload-to';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY });
});
afterAll(() => service.close());

const PREVIEWS = '/records/previews';

test('a workbook is previewed sheet by sheet, with notices about each', async () => {
  const body = workbookOf({
    Mitarbeiter: {
      rows: [
        ['Mitarbeiterliste, Stand Januar'],
        [],
        ['Personalnr.', 'Nachname', 'Vorname', 'E-Mail', 'Abteilung', 'Tarif'],
        [{ xml: '<c s="2"><v>123</v></c>' }, 'Weiß', 'Anna', 'anna@werk.example', 'Süd', 'T1'],
        [124, 'Öz', 'Can', 'can@werk.example', 'Nord', { xml: '<c><f>A1</f><v/></c>' }],
      ],
      merged: ['A1:F1'],
    },
    Alt: { rows: [['Name', 'Abteilung', 'Name']], hidden: true },
  });
  const { status, body: preview } = await upload(service, body, { type: XLSX, path: PREVIEWS });
  expect(status).toBe(200);
  expect(preview.sheets).toMatchObject([
    {
      name: 'Mitarbeiter',
      isHidden: false,
      rows: 4,
      headerRow: 3,
      kind: 'people',
      columns: {
        'Personalnr.': 'personCode',
        Nachname: 'lastName',
        Vorname: 'firstName',
        'E-Mail': 'email',
        Abteilung: 'department',
      },
      words: { 'Personalnr.': { '00123': 1, 124: 1 }, Abteilung: { Süd: 1, Nord: 1 } },
      notices: [
        '1 merged cell: only the first cell of each has a value.',
        '1 formula without a stored result: open the workbook in a spreadsheet and save it there.',
      ],
    },
    {
      name: 'Alt',
      isHidden: true,
      rows: 1,
      notices: ['Several columns have the same header and cannot be read: Name.'],
    },
  ]);
  expect(preview.sheets[0].sample.slice(0, 4)).toEqual([
    ['Mitarbeiterliste, Stand Januar'],
    [],
    ['Personalnr.', 'Nachname', 'Vorname', 'E-Mail', 'Abteilung', 'Tarif'],
    ['00123', 'Weiß', 'Anna', 'anna@werk.example', 'Süd', 'T1'],
  ]);
  expect(preview.sheets[0].reasons['Personalnr.']).toBe('The header names personnel numbers.');
  expect(openFiles()).toEqual([]);
});

/** Returns the only sheet of a preview of people, by a service on which each step takes two seconds. */
async function previewSlowly(type: string, people: number) {
  const rows = [['Code', 'Name'], ...Array.from({ length: people }, (_, i) => [`P${i}`, 'Ada'])];
  const csv = rows.map(row => row.join(';')).join('\n');
  let time = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => (time += 2_000));
  const list = type === CSV ? csv : workbookOf({ People: { rows } });
  const { body } = await upload(service, list, { type, path: PREVIEWS });
  jest.restoreAllMocks();
  return body.sheets[0];
}

test.each([CSV, XLSX])('a short list is read to its end, also slowly (%s)', async type => {
  const { rows, sample } = await previewSlowly(type, 1);
  expect(rows).toBe(2);
  expect(sample[1]).toEqual(['P0', 'Ada']);
});

test.each([CSV, XLSX])('a long list that is read slowly says that it was cut (%s)', async type => {
  const { rows, sample, notices } = await previewSlowly(type, 50_000);
  expect(rows).toBeNull();
  expect(sample).toHaveLength(20);
  expect(notices).toEqual(['It is long: its end was not reached, and its rows were not counted.']);
});

test('a long cell of the sample is not cut inside of a character', async () => {
  const list = `Name;Note\nAda;${'x'.repeat(499)}🦺\n`;
  const { body } = await upload(service, list, { type: CSV, path: PREVIEWS });
  expect(body.sheets[0].sample[1]).toEqual(['Ada', 'x'.repeat(499)]);
});

test('a CSV file in another encoding is read with a guessed one, which is shown', async () => {
  const csv = Buffer.from('Matricule;Nom\n1;\xaf\xf3\xb3\xe6 \xa3ukasz\n2;Bob\n', 'latin1');
  const { body } = await upload(service, csv, { type: CSV, path: PREVIEWS });
  expect(body).toMatchObject({
    encoding: 'windows-1250',
    dateFormat: null,
    sheets: [{ name: null, headerRow: 1, kind: 'people', rows: 3 }],
  });
  expect(body.sheets[0].notices[0]).toMatch(
    /read as windows-1250, in which its first text outside ASCII is "Żółć Łukasz"; windows-1252 reads "¯ó³æ £ukasz"/,
  );
});

test.each<[string, string[][], ReturnType<typeof guessSheet>['kind'], Record<string, string>]>([
  [
    'English trainings',
    [
      ['Employee ID', 'Course', 'Completed on', 'Expiry date', 'Status', 'Trainer'],
      ['E1', 'First Aid', '31-Jan-2026', '31-Jan-2028', 'Passed', 'Bob'],
    ],
    'achievements',
    {
      'Employee ID': 'personCode',
      Course: 'achievement',
      'Completed on': 'issued',
      'Expiry date': 'expires',
      Status: 'status',
    },
  ],
  [
    'several columns for one thing, of which one is more likely',
    [
      ['Ausweisnr.', 'Name', 'Kostenstelle', 'Abteilung', 'Pers.-Nr.'],
      ['77', 'Ada Lovelace', '1000', 'Nord', '4711'],
    ],
    'people',
    { Name: 'name', Abteilung: 'department', 'Pers.-Nr.': 'personCode' },
  ],
  [
    'German trainings',
    [
      ['Schulungsnachweise'],
      ['Name', 'Unterweisung', 'Datum', 'Gültig\nbis', 'Ergebnis', 'Pflicht'],
      ['Ada Lovelace', 'Erste Hilfe', '15.01.2026', '14.01.2028', 'bestanden', 'ja'],
    ],
    'achievements',
    {
      Name: 'name',
      Unterweisung: 'achievement',
      Datum: 'issued',
      'Gültig bis': 'expires',
      Ergebnis: 'status',
      Pflicht: 'isRequired',
    },
  ],
  [
    'French trainings',
    [
      ['N° matricule', 'Intitulé de la formation', 'Date de réalisation', 'Valable jusqu’au'],
      ['17', 'Secourisme', '15/01/2026', '15/01/2028'],
    ],
    'achievements',
    {
      'N° matricule': 'personCode',
      'Intitulé de la formation': 'achievement',
      'Date de réalisation': 'issued',
      'Valable jusqu’au': 'expires',
    },
  ],
  [
    'Spanish people',
    [
      ['Número de empleado', 'Apellidos', 'Nombre', 'Correo electrónico', 'Puesto', 'Baja'],
      ['17', 'García', 'Ana', 'ana@x.example', 'Soldadora', ''],
    ],
    'people',
    {
      'Número de empleado': 'personCode',
      Apellidos: 'lastName',
      Nombre: 'firstName',
      'Correo electrónico': 'email',
      Puesto: 'jobTitle',
      Baja: 'hasLeft',
    },
  ],
  [
    'Dutch people',
    [
      ['Personeelsnummer', 'Naam', 'Afdeling', 'Functie'],
      ['17', 'Jan de Vries', 'Noord', 'Lasser'],
    ],
    'people',
    { Personeelsnummer: 'personCode', Naam: 'name', Afdeling: 'department', Functie: 'jobTitle' },
  ],
  [
    'a grid of requirements',
    [
      ['Rolle', 'Erste Hilfe', 'Staplerschein'],
      ['Elektriker', 'x', '-'],
      ['Fahrer', 'ja', 'nein'],
    ],
    'requirements',
    { Rolle: 'profile', 'Erste Hilfe': 'mark', Staplerschein: 'mark' },
  ],
  [
    'people with a repeated header',
    [
      ['Personalnr.', 'Name', 'Datum', 'Datum'],
      ['17', 'Jan', '', ''],
    ],
    'people',
    { 'Personalnr.': 'personCode', Name: 'name' },
  ],
  [
    'contents without known headers',
    [
      ['A', 'B', 'C'],
      ['P-100', 'ada@x.example', 'blue'],
      ['P-101', 'bob@x.example', 'red'],
    ],
    'people',
    { A: 'personCode', B: 'email' },
  ],
  [
    'only numbers',
    [
      ['1', '2'],
      ['3', '4'],
    ],
    null,
    {},
  ],
])('%s are recognized', (_, sample, kind, columns) => {
  expect(guessSheet(sample)).toMatchObject({ kind, columns });
});

test.each([
  ['an archive', ZIP, 'PK\u0003\u0004', /^The archive/],
  ['an empty file', CSV, '', /^The file is empty/],
  ['a workbook that is not a zip archive', XLSX, 'Nr;Name\n1;Ada\n', /^This is not a workbook/],
])('%s is refused', async (_, type, body, detail) => {
  const reply = await upload(service, body, { type, path: PREVIEWS });
  expect(reply).toMatchObject({
    status: 400,
    body: { code: 'import-unreadable', detail: expect.stringMatching(detail) as string },
  });
  expect(openFiles()).toEqual([]);
});

test('only record keepers can preview lists', async () => {
  const reply = await sendRequest(`${service.url}${PREVIEWS}`, { method: 'POST', body: 'a;b\n' });
  expect(reply.status).toBe(401);
  expect(
    (await upload(service, 'a;b\n', { type: CSV, path: PREVIEWS, as: apiKey(SERVICE_KEY) })).status,
  ).toBe(200);
});
