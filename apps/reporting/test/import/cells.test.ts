import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Row, readCsv, UnreadableInput } from '@platform/spreadsheet';
import { type SheetCell, workbookOf, zipOf } from '@platform/spreadsheet/testing';
import { comparable, showInvisible } from '../../src/http/hidden-characters';
import { ImportRefused } from '../../src/import/faults';
import type { ImportOptions } from '../../src/import/import-options';
import { importRecords } from '../../src/import/import-records';
import { openPath } from '../../src/import/open-records';
import { unreadable } from '../../src/import/stage-file';
import * as when from '../../src/records/date-types';
import type { DateForm } from '../../src/records/dates';
import { exampleFolder, startTestImports, type TestImports, withCell } from './test-folder';

const example = exampleFolder();
const folder = mkdtempSync(path.join(tmpdir(), 'cells-'));
let imports: TestImports;
beforeAll(async () => {
  imports = await startTestImports();
  await imports.load(example);
});
afterAll(async () => {
  await imports.close();
  rmSync(folder, { recursive: true });
});

const plain: DateForm = { timeZone: null, format: null };

describe('dates and times as text', () => {
  test.each<[string, Partial<DateForm>, string | undefined]>([
    ['2027-12-31', {}, '2027-12-31 00:00 UTC'],
    ['20271231', {}, '2027-12-31 00:00 UTC'],
    ['31-Dec-2027', {}, '2027-12-31 00:00 UTC'],
    ['31. März 2027', {}, '2027-03-31 00:00 UTC'],
    ['31. Mrz. 2027', {}, '2027-03-31 00:00 UTC'],
    ['1er août 2027', {}, '2027-08-01 00:00 UTC'],
    ['31 déc. 2027', {}, '2027-12-31 00:00 UTC'],
    ['31 de diciembre de 2027', {}, '2027-12-31 00:00 UTC'],
    ['5 mei 2027', {}, '2027-05-05 00:00 UTC'],
    ['December 31, 2027', {}, '2027-12-31 00:00 UTC'],
    ['2027-Dec-31', {}, '2027-12-31 00:00 UTC'],
    ['31 Jui 2027', {}, undefined],
    ['31. Brumaire 2027', {}, undefined],
    ['31-Dec-27', {}, undefined],
    ['31.12.27', { format: 'DD.MM.YYYY' }, undefined],
    ['31/12/2027', {}, undefined],
    ['12/31/2027 5:30 PM', { format: 'MM/DD/YYYY', timeZone: 'UTC' }, '2027-12-31 17:30 UTC'],
    ['12/31/2027 12:05 a.m.', { format: 'MM/DD/YYYY', timeZone: 'UTC' }, '2027-12-31 00:05 UTC'],
    ['12/31/2027 13:05 PM', { format: 'MM/DD/YYYY', timeZone: 'UTC' }, undefined],
    ['2027-12-31 5:30 PM', { timeZone: 'UTC' }, undefined],
    ['31-Dec-2027 08:30', { timeZone: 'Europe/Berlin' }, '2027-12-31 08:30 Europe/Berlin'],
    ['2027-12-31', { timeZone: 'Pacific/Auckland' }, '2027-12-31 00:00 UTC'],
    ['1899-12-31', {}, undefined],
    ['2201-01-01', {}, undefined],
    // As an export writes the beginning of 1900 in Berlin, and the end of 2200 in Edmonton.
    ['1900-01-01 00:00', { timeZone: 'Europe/Berlin' }, '1900-01-01 00:00 Europe/Berlin'],
    ['1899-12-31T23:06:32.000Z', {}, '1899-12-31 23:06:32.000Z'],
    ['2201-01-01T07:00:00.000Z', {}, '2201-01-01 07:00:00.000Z'],
    ['2201-01-02T00:00:00.000Z', {}, undefined],
    ['9999-12-31', {}, undefined],
    ['31. April 2027', {}, undefined],
  ])('%s with %j is %s', (text, form, instant) => {
    expect(when.timestamp.read(text, { ...plain, ...form })).toBe(instant);
  });

  test.each<[string, Partial<DateForm>, string | null | undefined]>([
    ['9999-12-31', {}, null],
    ['31.12.9999', { format: 'DD.MM.YYYY' }, null],
    ['99991231', {}, null],
    ['9999-12-31T23:59:59', {}, null],
    ['2099-12-31', {}, '2099-12-31 00:00 UTC'],
    ['2099-12-31', { neverFrom: '2099-12-31' }, null],
    ['9998-12-31', {}, undefined],
    ['2027-12-31', { isLastValidDay: true }, '2028-01-01 00:00 UTC'],
    [
      '2027-12-31',
      { isLastValidDay: true, timeZone: 'Europe/Berlin' },
      '2028-01-01 00:00 Europe/Berlin',
    ],
    ['2027-12-31T08:00:00Z', { isLastValidDay: true }, '2027-12-31 08:00:00Z'],
    ['2027-02-29', { isLastValidDay: true }, undefined],
  ])('an expiry of %s with %j is %s', (text, form, instant) => {
    expect(when.expiry.read(text, { ...plain, ...form })).toBe(instant);
  });

  test.each<[string, Partial<DateForm>, RegExp]>([
    ['31.02.2025', { format: 'DD.MM.YYYY' }, /^there is no such day; February 2025 has 28 days$/],
    ['31.02.2025', {}, /^there is no such day; February 2025 has 28 days$/],
    ['31. April 2027', {}, /April 2027 has 30 days/],
    ['31.12.27', { format: 'DD.MM.YYYY' }, /^write the year with four digits$/],
    ['31-Dec-27', {}, /^write the year with four digits$/],
    ['2201-01-01', {}, /^years are from 1900 to 2200$/],
  ])('%s with %j is invalid, with a remedy', (text, form, remedy) => {
    expect(when.date.remedy!(text, { ...plain, ...form })).toMatch(remedy);
  });
});

/** Imports a sheet with the first row of a table in the example, of which one cell is replaced. */
async function loadSheet(
  table: 'tickets' | 'members',
  column: string,
  cell: SheetCell,
  options: Partial<ImportOptions> = {},
) {
  const [header, first] = example[`${table}.csv`].split('\r\n');
  const row: SheetCell[] = first!.split(',');
  row[header!.split(',').indexOf(column)] = cell;
  const file = path.join(folder, 'records.xlsx');
  writeFileSync(file, workbookOf({ [table]: [header!.split(','), row] }));
  const { sources, close } = await openPath(file, { maxBytes: 1e6 });
  try {
    return await importRecords(imports.db, sources, { source: 'test', ...options });
  } finally {
    await close();
  }
}

const faultsOf = (importing: Promise<unknown>) =>
  importing.then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof ImportRefused)) throw error as Error;
      return error.faults;
    },
  );

const number = (value: number | string, more = '') => ({ xml: `<c ${more}><v>${value}</v></c>` });

describe('cells of a workbook', () => {
  const { 'members.csv': members, 'tickets.csv': tickets } = example;
  afterEach(() => imports.load({ 'members.csv': members, 'tickets.csv': tickets }));

  test.each<[string, SheetCell, RegExp]>([
    ['a formula without a result', { xml: '<c s="1"><f>EDATE(F2,24)</f><v/></c>' }, /no stored/],
    ['a formula without a value', { xml: '<c><f>EDATE(F2,24)</f></c>' }, /no stored result/],
    ['#N/A', { xml: '<c t="e"><v>#N/A</v></c>' }, /the cell shows #N\/A/],
    ['the text #BEZUG!', '#BEZUG!', /the cell shows #BEZUG!/],
    ['####', '#####', /the cell shows #####/],
    ['a day before March 1900', number(60, 's="1"'), /the day of no date/],
    ['a day after 9999', number(2_958_466, 's="1"'), /the day of no date/],
    ['a year out of range', { day: '2201-01-01' }, /years are from 1900 to 2200/],
    ['a number without a date format', number(46_000), /how a spreadsheet stores a date/],
  ])('%s is a fault of its cell', async (_, cell, expected) => {
    const [fault, ...others] = await faultsOf(loadSheet('tickets', 'expiresAt', cell));
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ file: 'tickets.csv', line: 2, column: 'expiresAt' });
    expect(`${fault!.expected}; ${fault!.remedy}`).toMatch(expected);
  });

  test.each<[string, SheetCell, string]>([
    ['in the format of its cell', number(123, 's="2"'), '00123'],
    ['unchanged without a format', number(123), '123'],
    ['as the result of a formula', { xml: '<c s="2"><f>1+1</f><v>2</v></c>' }, '00002'],
  ])('a number in a text column is read %s', async (_, cell, code) => {
    await loadSheet('members', 'code', cell);
    expect(await imports.rows(`select code from reporting.member where code = '${code}'`)).toEqual([
      { code },
    ]);
  });

  test('9999-12-31 as text or date means never, and is reported once', async () => {
    for (const cell of ['9999-12-31', { day: '9999-12-31' }]) {
      const { files } = await loadSheet('tickets', 'expiresAt', cell);
      expect(files).toMatchObject([
        { notices: ['1 cell of expiresAt with a day such as 9999-12-31: read as never.'] },
      ]);
    }
  });
});

describe('CSV', () => {
  const read = async (content: Buffer | string, encoding: Parameters<typeof readCsv>[1] = null) => {
    const rows: Row[] = [];
    async function* bytes() {
      yield Buffer.from(content);
    }
    for await (const batch of readCsv(bytes(), encoding)) rows.push(...batch);
    return rows.map(({ cells }) => cells.join('/'));
  };

  test.each<[string, Buffer | string, string[]]>([
    ['sep=;', 'sep=;\r\na,b;c\r\n1;2\r\n', ['a,b/c', '1/2']],
    ['sep=| in quotes', '"sep=|"\na|b\n', ['a/b']],
    ['a line break in quotes', 'a;b\n"1\n2";3\n', ['a/b', '1\n2/3']],
    [
      'a title with commas above semicolons',
      'Schulungen, Stand 2026, neu\na;b\n1;2\n3;4\n5;6\n',
      [],
    ],
    ['UTF-16, the low byte first', Buffer.from('\ufeffa;ż\n1;2\n', 'utf16le'), ['a/ż', '1/2']],
    ['UTF-16, the high byte first', Buffer.from('\ufeffa;ż\n', 'utf16le').swap16(), ['a/ż']],
  ])('%s is read', async (_, content, rows) => {
    const found = await read(content);
    expect(rows.length > 0 ? found : found.at(-1)).toEqual(rows.length > 0 ? rows : '5/6');
  });

  test.each([
    ['windows-1250', [0xaf, 0xf3, 0xb3, 0xe6], 'Żółć'],
    ['windows-1252', [0x80, 0xeb], '€ë'],
    ['windows-1254', [0xfe, 0xfd, 0xf0], 'şığ'],
  ] as const)('%s is read by its name', async (encoding, bytes, text) => {
    expect(await read(Buffer.from([...bytes, 10]), encoding)).toEqual([text]);
  });

  test.each([
    ['Polish', 'windows-1250', 'id;name\n1;\xaf\xf3\xb3\xe6 \xa3ukasz\n', 'Żółć Łukasz'],
    ['German', 'windows-1252', 'id;name\n1;J\xf6rg M\xfcller\n', 'Jörg Müller'],
    [
      'Turkish',
      'windows-1254',
      'id;name\n1;Ay\xfee Y\xfdlmaz \xc7a\xf0r\xfd\n',
      'Ayşe Yılmaz Çağrı',
    ],
  ])('for a file in %s, the fault suggests %s first', async (_, encoding, content, name) => {
    const error = await read(Buffer.from(content, 'latin1')).catch((cause: unknown) => cause);
    const fault = unreadable('members.csv', error as never);
    expect(fault).toMatchObject({ line: 2, expected: 'UTF-8; save it as "CSV UTF-8"' });
    expect(fault.remedy).toMatch(`or name its encoding: {encoding=${encoding}} reads "${name}"`);
  });

  test('encodings that do not define every byte of the file are not suggested', async () => {
    const content = Buffer.from('id;name\n1;\xaf\n2;\x81\x90\n', 'latin1');
    const error = await read(content).catch((cause: unknown) => cause);
    expect(unreadable('members.csv', error as never).remedy).toBeUndefined();
  });
});

test('IDs are compared in NFC without invisible characters, which faults show', async () => {
  expect(comparable('\u200bCafe\u0301-1\ufeff ')).toBe('Café-1');
  expect(showInvisible('P\u200b-1\u00a0')).toBe('P(U+200B)-1(U+00A0)');
  const tickets = withCell(example['tickets.csv'], 2, 'status', 'Va\u200blied');
  expect(await imports.refusal({ 'tickets.csv': tickets })).toEqual([
    expect.stringContaining('"Valied"') as string,
  ]);
  const odd = withCell(example['tickets.csv'], 2, 'status', 'Valid\u200b');
  expect(await imports.load({ 'tickets.csv': odd })).toMatchObject({ updated: 0 });
});

test('names of people are read without direction marks, which copied texts contain', async () => {
  const named = (name: string) => withCell(example['accounts.csv'], 2, 'name', name);
  expect(await imports.load({ 'accounts.csv': named('Ayşe Kaya') })).toMatchObject({ updated: 1 });
  const marked = named('\u202aAyşe Kaya\u202c\u200f');
  expect(await imports.load({ 'accounts.csv': marked })).toMatchObject({ updated: 0 });
});

test.each([
  ['\u200e', '(U+200E)'],
  ['\u200b\u2060', '(U+200B)(U+2060)'],
  ['\u3164', '\u3164'],
])('the name %j of a person is refused, because nothing of it is visible', async (name, shown) => {
  const folder = { 'accounts.csv': withCell(example['accounts.csv'], 2, 'name', name) };
  expect(await imports.refusal(folder)).toEqual([expect.stringContaining(`name "${shown}"`)]);
});

describe('files', () => {
  const open = async (name: string, content: Buffer | string) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    const { sources, close } = await openPath(file, { maxBytes: 1e6 });
    await close();
    return Object.keys(sources);
  };

  test.each(['Records - tickets.csv', 'tickets (1).csv', 'Tickets.csv', 'A - B - tickets(2).CSV'])(
    '%s is read as the table tickets',
    async name => expect(await open(name, 'id\n')).toEqual(['tickets.csv']),
  );

  test.each<[string, Buffer, RegExp]>([
    [
      'a.ods',
      zipOf([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
        { name: 'content.xml', content: '<a/>' },
      ]),
      /OpenDocument spreadsheet \(\.ods\); save it as \.xlsx/,
    ],
    ['a.numbers', zipOf([{ name: 'Index/Document.iwa', content: '' }]), /\.numbers\); export it/],
    ['a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /an \.xls; save it as \.xlsx/],
    [
      'locked.xlsx',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      /a workbook with a password; remove the password/,
    ],
  ])('%s is refused with a remedy', async (name, content, advice) => {
    const refused = await open(name, content).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnreadableInput);
    expect((refused as Error).message).toMatch(advice);
  });

  test('a second file of the same table is refused by name', async () => {
    const twice = zipOf([
      { name: 'tickets.csv', content: 'id\n' },
      { name: 'tickets (1).csv', content: 'id\n' },
    ]);
    await expect(open('a.zip', twice)).rejects.toThrow(/tickets\.csv twice; remove "tickets \(1\)/);
  });
});
