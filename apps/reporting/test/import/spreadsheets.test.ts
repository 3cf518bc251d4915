import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ImportOptions } from '../../src/import/import-options';
import type { DateFormat } from '../../src/records/dates';
import { runReporting } from '../run-program';
import {
  EXAMPLE,
  exampleFolder,
  type Folder,
  startTestImports,
  type TestImports,
  withCell,
} from './test-folder';

const example = exampleFolder();
let imports: TestImports;
beforeAll(async () => {
  imports = await startTestImports();
  await imports.load(example);
});
afterAll(() => imports.close());

/** Changes the text of every file in the example. */
const changed = (change: (text: string) => string): Folder =>
  Object.fromEntries(Object.entries(example).map(([name, text]) => [name, change(text)]));

/** Replaces the separators in the example, but not the commas in quoted cells. */
const separatedBy = (mark: string) =>
  changed(text => text.replaceAll(/"(?:[^"]|"")*"|,/g, part => (part === ',' ? mark : part)));

test.each([
  ['semicolons', () => separatedBy(';')],
  ['tabs', () => separatedBy('\t')],
  [
    'booleans in upper case',
    () => changed(text => text.replaceAll(/\b(true|false)\b/g, word => word.toUpperCase())),
  ],
  [
    'booleans in German',
    () => changed(text => text.replaceAll(/\btrue\b/g, 'WAHR').replaceAll(/\bfalse\b/g, 'FALSCH')),
  ],
  [
    'yes and no',
    () => changed(text => text.replaceAll(/\btrue\b/g, 'Yes').replaceAll(/\bfalse\b/g, 'no')),
  ],
  [
    '1 and 0',
    () => changed(text => text.replaceAll(/,true\b/g, ',1').replaceAll(/,false\b/g, ',0')),
  ],
  [
    'spaces around cells',
    () => changed(text => text.replaceAll(/(?<=,)(?=[^",\r\n]+(,|\r?\n|$))/g, ' \u00a0')),
  ],
  [
    'spaces around quoted cells',
    () => changed(text => text.replaceAll(/"(?:[^"]|"")*"/g, cell => ` ${cell}\u00a0`)),
  ],
  ['blank lines', () => changed(text => `\r\n${text.replaceAll('\r\n', '\r\n\r\n')}\r\n   \r\n`)],
  ['lines of separators', () => changed(text => `,,,,\r\n${text}\r\n,,,,,,\r\n`)],
  [
    'empty columns at the end',
    () => changed(text => text.replaceAll(/(?<=[^\r\n])(?=\r\n)/g, ',,')),
  ],
])('the example with %s has the same content', async (_, folder) => {
  expect(await imports.load(folder())).toMatchObject({ read: 58, unchanged: 58 });
});

const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0;
const testWithLibreOffice = hasLibreOffice ? test : test.skip;

describe('saved by LibreOffice', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'office-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Opens and saves every file. The options of filters are separator, quote, character set, first line, …, language. */
  async function saved(language: number, separator: string): Promise<Folder> {
    const options = (input: boolean) =>
      `${separator.charCodeAt(0)},34,76,1,,${language},false,${input ? 'true' : 'true,false'}`;
    const source = path.join(folder, `source-${language}-${separator.charCodeAt(0)}`);
    const target = path.join(folder, `saved-${language}-${separator.charCodeAt(0)}`);
    cpSync(EXAMPLE, source, { recursive: true });
    for (const [name, text] of Object.entries(separatedBy(separator)))
      writeFileSync(path.join(source, name), text);
    const files = readdirSync(source).map(name => path.join(source, name));
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const filter = `csv:Text - txt - csv (StarCalc):${options(false)}`;
    await promisify(execFile)('soffice', [
      profile,
      '--headless',
      `--infilter=CSV:${options(true)}`,
      '--convert-to',
      filter,
      '--outdir',
      target,
      ...files,
    ]);
    return Object.fromEntries(
      readdirSync(target).map(name => [name, readFileSync(path.join(target, name))]),
    );
  }

  testWithLibreOffice.each([
    ['English', ',', 1033],
    ['English', ';', 1033],
    ['English', '\t', 1033],
    ['German', ',', 1031],
    ['German', ';', 1031],
    ['German', '\t', 1031],
  ])(
    'in %s with %j, the example has the same content',
    async (_, separator, language) => {
      const folderSaved = await saved(language, separator);
      expect(Object.keys(folderSaved)).toHaveLength(14);
      expect(await imports.load(folderSaved)).toMatchObject({ read: 58, unchanged: 58 });
    },
    120_000,
  );
});

describe('dates and times', () => {
  afterAll(() => imports.load(example));

  const issued = async (value: string, options: Partial<ImportOptions> = {}) => {
    await imports.load(
      { 'tickets.csv': withCell(example['tickets.csv'], 2, 'issuedAt', value) },
      options,
    );
    const [row] = await imports.rows<{ at: Date }>(
      "select issued_at as at from reporting.ticket where uuid = '153c31d7-bb86-59c7-bfb9-2a6b0015056e'",
    );
    return row!.at.toISOString();
  };

  test.each([
    ['2026-01-15', undefined, '2026-01-15T00:00:00.000Z'],
    ['2026-01-15', 'America/Edmonton', '2026-01-15T00:00:00.000Z'],
    ['2026-07-15', 'Pacific/Auckland', '2026-07-15T00:00:00.000Z'],
    ['2026-01-15T08:30', 'America/Edmonton', '2026-01-15T15:30:00.000Z'],
    ['2026-01-15 08:30:15.5', 'Europe/Berlin', '2026-01-15T07:30:15.500Z'],
    ['2026-01-15T08:30:00Z', 'America/Edmonton', '2026-01-15T08:30:00.000Z'],
    ['2026-01-15 08:30:00+01:00', undefined, '2026-01-15T07:30:00.000Z'],
  ])('%s in the zone %s is %s', async (value, zone, instant) => {
    expect(await issued(value, zone ? { timeZone: zone } : {})).toBe(instant);
  });

  test.each<[string, DateFormat, string]>([
    ['31.01.2026', 'DD.MM.YYYY', '2026-01-31T00:00:00.000Z'],
    ['1.2.2026', 'DD.MM.YYYY', '2026-02-01T00:00:00.000Z'],
    ['02/03/2026', 'DD/MM/YYYY', '2026-03-02T00:00:00.000Z'],
    ['02/03/2026', 'MM/DD/YYYY', '2026-02-03T00:00:00.000Z'],
    ['2/3/2026 8:30+01:00', 'MM/DD/YYYY', '2026-02-03T07:30:00.000Z'],
    ['2026-02-03', 'MM/DD/YYYY', '2026-02-03T00:00:00.000Z'],
  ])('%s is read by the date format %s', async (value, dateFormat, instant) => {
    expect(await issued(value, { dateFormat })).toBe(instant);
  });

  test('a date format can be combined with a time zone, and applies to columns of days', async () => {
    const form = { dateFormat: 'DD.MM.YYYY', timeZone: 'America/Edmonton' } as const;
    expect(await issued('15.7.2026 08:30', form)).toBe('2026-07-15T14:30:00.000Z');
    const snapshots = example['compliance-snapshots.csv'].replaceAll(
      /(\d{4})-(\d\d)-(\d\d)/g,
      (_, year, month, day) => `${day}.${month}.${year}`,
    );
    const loaded = await imports.load({ 'compliance-snapshots.csv': snapshots }, form);
    expect(loaded).toMatchObject({ inserted: 0, updated: 0 });
  });

  test.each<[string, DateFormat | undefined, RegExp]>([
    ['15/01/2026', undefined, /--date-format DD\/MM\/YYYY or MM\/DD\/YYYY, or format the column/],
    ['15.01.2026', undefined, /--date-format DD\.MM\.YYYY, or format the column/],
    ['15-01-2026', undefined, /depends on the country; format the column/],
    ['2026/01/15', undefined, /such as [^;]*; format the column as YYYY-MM-DD/],
    ['15/01/2026', 'MM/DD/YYYY', /dates are read as MM\/DD\/YYYY here/],
    ['15/01/26', 'DD/MM/YYYY', /write the year with four digits/],
    ['30.02.2026', 'DD.MM.YYYY', /there is no such day; February 2026 has 28 days/],
  ])('%s with the date format %s is refused with a remedy', async (value, format, remedy) => {
    const tickets = withCell(example['tickets.csv'], 2, 'issuedAt', value);
    const options = format ? { dateFormat: format } : {};
    expect(await imports.refusal({ 'tickets.csv': tickets }, options)).toEqual([
      expect.stringMatching(remedy),
    ]);
  });

  test('dates in an unsupported format are one fault per column with a count; others are separate faults', async () => {
    const [header, row] = example['tickets.csv'].split('\r\n');
    const days = ['12.01.2026', '13.01.2026', '14.01.2026', '15.01.2026', '2026-02-30', 'soon'];
    const rows = days.map((day, index) =>
      row!.replace('153c31d7', `0000000${index}`).replace('2026-01-15T00:00:00-07:00', day),
    );
    const faults = await imports.refusal({ 'tickets.csv': [header, ...rows].join('\r\n') });
    expect(faults).toEqual([
      expect.stringMatching(
        /^tickets.csv:2 issuedAt "12.01.2026" .*--date-format DD.MM.YYYY, .*; 3 more cells of this column are like it$/,
      ),
      expect.stringMatching(/^tickets.csv:6 issuedAt "2026-02-30" a date/),
      expect.stringMatching(/^tickets.csv:7 issuedAt "soon" a date/),
    ]);
  });

  test.each([
    ['46037', /how a spreadsheet stores a date/],
    ['2026-01-15T08:30', /--time-zone/],
  ])('%s is refused with a remedy', async (value, remedy) => {
    const tickets = withCell(example['tickets.csv'], 2, 'issuedAt', value);
    expect(await imports.refusal({ 'tickets.csv': tickets })).toEqual([
      expect.stringMatching(remedy),
    ]);
  });

  test.each([
    ['--time-zone', 'Mars/Base', 'is not a time zone'],
    ['--date-format', 'YY/MM/DD', 'Allowed choices are DD.MM.YYYY'],
    ['--encoding', 'latin1', 'Allowed choices are utf-8, windows-1252'],
  ])('%s %s is a usage error', async (option, value, error) => {
    const result = await runReporting(['import', EXAMPLE, option, value], {});
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining(error) as string });
  });
});

describe('in Windows-1252', () => {
  afterAll(() => imports.load(example));

  const companies = (name: string) => withCell(example['companies.csv'], 2, 'name', name);
  const nameOf = async (content: Buffer) => {
    await imports.load({ 'companies.csv': content }, { encoding: 'windows-1252' });
    const [row] = await imports.rows<{ name: string }>(
      "select name from reporting.company where handle = 'acme'",
    );
    return row!.name;
  };

  test('non-ASCII letters and the euro sign are read', async () => {
    const bytes = Buffer.from(companies('Zo\xeb \x80'), 'latin1');
    expect(await nameOf(bytes)).toBe('Zoë €');
  });

  test('a file with a byte order mark is UTF-8, regardless of the option', async () => {
    expect(await nameOf(Buffer.from(`\ufeff${companies('Zoë €')}`))).toBe('Zoë €');
  });
});
