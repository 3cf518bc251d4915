import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runReporting } from '../../run-program';
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

/** Every file of the example with its text changed. */
const changed = (change: (text: string) => string): Folder =>
  Object.fromEntries(Object.entries(example).map(([name, text]) => [name, change(text)]));

/** The example with cells that hold a comma quoted, and another separator. */
const separatedBy = (mark: string) =>
  changed(text => text.replaceAll(/"(?:[^"]|"")*"|,/g, part => (part === ',' ? mark : part)));

test.each([
  ['semicolons', () => separatedBy(';')],
  ['tabs', () => separatedBy('\t')],
  [
    'booleans in capitals',
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
])('the example with %s is the same', async (_, folder) => {
  expect(await imports.load(folder())).toMatchObject({ read: 56, unchanged: 56 });
});

const isOffice = spawnSync('soffice', ['--version']).status === 0;
const ifOffice = isOffice ? test : test.skip;

describe('saved by LibreOffice', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'office-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Opens and saves every file: a filter's options are separator, quote, character set, first line, …, language. */
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

  ifOffice.each([
    ['English', ',', 1033],
    ['English', ';', 1033],
    ['English', '\t', 1033],
    ['German', ',', 1031],
    ['German', ';', 1031],
    ['German', '\t', 1031],
  ])(
    'in %s with %j, the example is the same',
    async (_, separator, language) => {
      const folderSaved = await saved(language, separator);
      expect(Object.keys(folderSaved)).toHaveLength(13);
      expect(await imports.load(folderSaved)).toMatchObject({ read: 56, unchanged: 56 });
    },
    120_000,
  );
});

describe('dates and times', () => {
  afterAll(() => imports.load(example));

  const issued = async (value: string, timeZone?: string) => {
    await imports.load(
      { 'tickets.csv': withCell(example['tickets.csv'], 2, 'issuedAt', value) },
      timeZone === undefined ? {} : { timeZone },
    );
    const [row] = await imports.rows<{ at: Date }>(
      "select issued_at as at from reporting.ticket where uuid = '153c31d7-bb86-59c7-bfb9-2a6b0015056e'",
    );
    return row!.at.toISOString();
  };

  test.each([
    ['2026-01-15', undefined, '2026-01-15T00:00:00.000Z'],
    ['2026-01-15', 'America/Edmonton', '2026-01-15T07:00:00.000Z'],
    ['2026-07-15', 'America/Edmonton', '2026-07-15T06:00:00.000Z'],
    ['2026-01-15T08:30', 'America/Edmonton', '2026-01-15T15:30:00.000Z'],
    ['2026-01-15 08:30:15.5', 'Europe/Berlin', '2026-01-15T07:30:15.500Z'],
    ['2026-01-15T08:30:00Z', 'America/Edmonton', '2026-01-15T08:30:00.000Z'],
    ['2026-01-15 08:30:00+01:00', undefined, '2026-01-15T07:30:00.000Z'],
  ])('%s in the zone %s is %s', async (value, zone, instant) => {
    expect(await issued(value, zone)).toBe(instant);
  });

  test.each([
    ['15/01/2026', /format the column as YYYY-MM-DD/],
    ['46037', /how a spreadsheet stores a date/],
    ['2026-01-15T08:30', /--time-zone/],
  ])('%s is refused with what to do', async (value, remedy) => {
    const tickets = withCell(example['tickets.csv'], 2, 'issuedAt', value);
    expect(await imports.refusal({ 'tickets.csv': tickets })).toEqual([
      expect.stringMatching(remedy),
    ]);
  });

  test('a zone that does not exist is wrong usage', async () => {
    const result = await runReporting(['import', EXAMPLE, '--time-zone', 'Mars/Base'], {});
    expect(result).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is no time zone') as string,
    });
  });
});
