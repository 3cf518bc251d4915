import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UnreadableFile, UnreadableInput } from '@platform/spreadsheet';
import { related, workbook, type ZipPart, zipOf } from '@platform/spreadsheet/testing';
import { openRecords } from '../../src/import/open-records';
import { exampleFolder } from './test-folder';

/** The limit of the file size; the uncompressed content may be ten times as large. */
const MAX_BYTES = 400 * 1024;
const folder = mkdtempSync(path.join(tmpdir(), 'hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads a whole file, and returns the error message, or null. */
async function refusalOf(content: Buffer): Promise<string | null> {
  const name = path.join(folder, 'file');
  writeFileSync(name, content);
  const file = await open(name);
  try {
    const { sources } = await openRecords(file.fd, null, { maxBytes: MAX_BYTES });
    for (const source of Object.values(sources)) for await (const _ of source());
    return null;
  } catch (error) {
    if (error instanceof UnreadableInput) return error.message;
    if (error instanceof UnreadableFile) return `expected ${error.expected}.`;
    throw error;
  } finally {
    await file.close();
  }
}

const tickets = exampleFolder()['tickets.csv'];
const csv = (rest: Partial<ZipPart> = {}): ZipPart => ({
  name: 'tickets.csv',
  content: tickets,
  ...rest,
});

const archive = zipOf([csv()]);
const plain = workbook();
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const shared = (index: string) => `<row r="1"><c r="A1" t="s"><v>${index}</v></c></row>`;
const cellAt = (r: string) => `<row r="1"><c r="${r}"><v>1</v></c></row>`;

/** The limit of a cell in Excel. */
const MAX_CHARACTERS = 32_767;
const runs = (characters: number) =>
  range(characters)
    .map(n => `<r><t>${n % 10}</t></r>`)
    .join('');
const LONG_TEXTS: readonly (readonly [
  string,
  (characters: number) => Parameters<typeof workbook>[0],
])[] = [
  [
    'a shared text',
    characters => ({ strings: `<si><t>${'x'.repeat(characters)}</t></si>`, sheet: shared('0') }),
  ],
  [
    'a shared text in many runs',
    characters => ({ strings: `<si>${runs(characters)}</si>`, sheet: shared('0') }),
  ],
  [
    'a text in many runs',
    characters => ({
      sheet: `<row r="1"><c r="A1" t="inlineStr"><is>${runs(characters)}</is></c></row>`,
    }),
  ],
  [
    'a value in many parts',
    characters => ({
      sheet: `<row r="1"><c r="A1" t="str"><v>${'x<i/>'.repeat(characters)}</v></c></row>`,
    }),
  ],
];

const hostile: readonly (readonly [name: string, content: Buffer])[] = [
  ['an empty file', Buffer.alloc(0)],
  ['text', Buffer.from('id,name')],
  ['an .xls or an encrypted workbook', Buffer.from('d0cf11e0a1b11ae1000000', 'hex')],
  ['an archive without entries', zipOf([])],
  ['an archive of archives', zipOf([{ name: 'records.zip', content: archive }])],
  ['101 entries', zipOf([csv(), ...range(100).map(n => ({ name: `${n}.txt`, content: '' }))])],
  [
    '65,535 declared entries',
    Buffer.from(archive).fill(0xff, archive.length - 14, archive.length - 10),
  ],
  ['a zip bomb that declares its size', zipOf([csv({ content: Buffer.alloc(5 * 1024 * 1024) })])],
  [
    'a zip bomb that declares a wrong size',
    zipOf([csv({ content: Buffer.alloc(5 * 1024 * 1024), size: 10 })]),
  ],
  ['a size of 4 GiB', zipOf([csv({ size: 0xfffffffe })])],
  ['a size that is too small', zipOf([csv({ size: 1 })])],
  ['a size that is too large', zipOf([csv({ size: tickets.length + 1 })])],
  ['a wrong checksum', zipOf([csv({ crc: 1 })])],
  ['duplicate names', zipOf([csv(), csv()])],
  ['a table in two folders', zipOf([csv(), csv({ name: 'a/tickets.csv' })])],
  ...range(8).map(
    n => [`encryption flag ${n}`, zipOf([csv({ flags: n % 2 === 0 ? 1 : 0x41 })])] as const,
  ),
  ...range(4).map(
    n =>
      [
        `a link ${n}`,
        zipOf([csv({ attributes: ((0o120000 | (n * 0o111)) << 16) >>> 0 })]),
      ] as const,
  ),
  ...[
    '../tickets.csv',
    '/etc/tickets.csv',
    'a/../../tickets.csv',
    'C:/tickets.csv',
    'C:\\tickets.csv',
    '..\\tickets.csv',
  ].map(name => [`the path ${name}`, zipOf([csv({ name })])] as const),
  ...[1, 6, 9, 12, 14, 93, 95, 98, 99, 0xffff].map(
    method => [`compression method ${method}`, zipOf([csv({ method })])] as const,
  ),
  ...range(40).map(
    n =>
      [
        `an archive truncated at ${n} fortieths`,
        archive.subarray(0, Math.floor((archive.length * n) / 40)),
      ] as const,
  ),
  ...range(40).map(
    n =>
      [
        `a workbook truncated at ${n} fortieths`,
        plain.subarray(0, Math.floor((plain.length * n) / 40)),
      ] as const,
  ),
  ['no known sheet', workbook({ sheets: '<sheet name="notes" sheetId="1" r:id="r1"/>' })],
  [
    'duplicate sheets',
    workbook({ sheets: '<sheet name="tickets" r:id="r1"/><sheet name="TICKETS" r:id="r1"/>' }),
  ],
  [
    '100,000 sheets',
    workbook({
      sheets: range(100_000)
        .map(n => `<sheet name="s${n}" r:id="r1"/>`)
        .join(''),
    }),
  ],
  [
    '101 sheets',
    workbook({
      sheets: range(101)
        .map(n => `<sheet name="s${n}" r:id="r1"/>`)
        .join(''),
    }),
  ],
  [
    'one part for two sheets',
    workbook({ sheets: '<sheet name="tickets" r:id="r1"/><sheet name="members" r:id="r1"/>' }),
  ],
  [
    'one part for two sheets, by two ids',
    workbook({
      sheets: '<sheet name="tickets" r:id="r1"/><sheet name="tickets (2)" r:id="r2"/>',
      rels:
        related('worksheet', 'worksheets/sheet1.xml') +
        related('worksheet', '/xl/worksheets/sheet1.xml', 'r2'),
    }),
  ],
  [
    'relationships of more than 128 KiB',
    workbook({ rels: related('worksheet', 'worksheets/sheet1.xml') + '<a/>'.repeat(32 * 1024) }),
  ],
  [
    'relationships of the workbook of more than 128 KiB',
    workbook({ main: related('officeDocument', 'xl/workbook.xml') + ' '.repeat(128 * 1024) }),
  ],
  ['a list of sheets of more than 1 MiB', workbook({ properties: '<a/>'.repeat(256 * 1024) })],
  ['a binary workbook', workbook({ main: related('officeDocument', 'xl/workbook.bin') })],
  ['a missing workbook', workbook({ main: related('officeDocument', 'xl/other.xml') })],
  [
    'a workbook outside of the archive',
    workbook({ main: related('officeDocument', '../../etc/passwd.xml') }),
  ],
  ['a missing sheet', workbook({ rels: related('worksheet', 'worksheets/sheet9.xml') })],
  [
    'a sheet of another id',
    workbook({ rels: related('worksheet', 'worksheets/sheet1.xml', 'r9') }),
  ],
  ['a sheet of another type', workbook({ rels: related('chartsheet', 'worksheets/sheet1.xml') })],
  [
    'a sheet outside of the archive',
    workbook({ rels: related('worksheet', '../../../../etc/passwd') }),
  ],
  [
    'an external sheet',
    workbook({
      rels: related('worksheet', 'http://127.0.0.1/sheet.xml', 'r1', 'TargetMode="External"'),
    }),
  ],
  [
    'external texts',
    workbook({
      rels:
        related('worksheet', 'worksheets/sheet1.xml') +
        related('sharedStrings', 'file:///etc/passwd', 'r2', 'TargetMode="External"'),
    }),
  ],
  [
    'entities that expand',
    workbook({ doctype: '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' }),
  ],
  [
    'an external entity',
    workbook({ doctype: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' }),
  ],
  [
    'an external document type',
    workbook({ doctype: '<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">' }),
  ],
  ['an undefined entity', workbook({ sheet: '<row r="1"><c r="A1"><v>&a;</v></c></row>' })],
  [
    'a text of 2 MiB',
    workbook({
      sheet: `<row r="1"><c r="A1" t="str"><v>${'x'.repeat(2 * 1024 * 1024)}</v></c></row>`,
    }),
  ],
  ...LONG_TEXTS.map(
    ([name, parts]) =>
      [`${name} that exceeds the limit of a cell`, workbook(parts(MAX_CHARACTERS + 1))] as const,
  ),
  ['a comment of 2 MiB', workbook({ sheet: `<!--${'x'.repeat(2 * 1024 * 1024)}-->` })],
  ['a thousand nested elements', workbook({ sheet: '<a>'.repeat(1_000) })],
  ['not well-formed', workbook({ sheet: '<row><c></row>' })],
  ['a duplicate attribute', workbook({ sheet: '<row r="1" r="2"/>' })],
  ['UTF-16', workbook({ more: [], sheet: '\u0000<\u0000r' })],
  ...['0', '-1', '1.5', 'x', '1048577', '2147483648', '1e99', 'NaN'].map(
    r => [`row ${r}`, workbook({ sheet: `<row r="${r}"/>` })] as const,
  ),
  ['rows in reverse order', workbook({ sheet: '<row r="2"/><row r="1"/>' })],
  ['a duplicate row', workbook({ sheet: '<row r="2"/><row r="2"/>' })],
  ...[
    '',
    'A',
    '1',
    'a1',
    'BXZ1',
    'XFD1',
    'AAAA1',
    'A12345678',
    '__proto__',
    'constructor',
    'R1C1',
    '$A$1',
  ].map(r => [`the cell ${JSON.stringify(r)}`, workbook({ sheet: cellAt(r) })] as const),
  ['cells in reverse order', workbook({ sheet: '<row r="1"><c r="B1"/><c r="A1"/></row>' })],
  ['a duplicate cell', workbook({ sheet: '<row r="1"><c r="A1"/><c r="A1"/></row>' })],
  ...['1', '-1', '0.5', 'x', '4294967296', '1e9', 'NaN', '__proto__', 'constructor'].map(
    index => [`the text ${index}`, workbook({ sheet: shared(index) })] as const,
  ),
  ...range(30).map(n => [`a damaged byte ${n}`, damaged(archive, 45 + n * 3)] as const),
];

/** Inverts a byte within the compressed content of the only entry. */
function damaged(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content);
  copy[at] = copy[at]! ^ 0xff;
  return copy;
}

test('the base files can be read', async () => {
  expect(await refusalOf(archive)).toBeNull();
  expect(await refusalOf(plain)).toBeNull();
  expect(await refusalOf(workbook({ sheet: shared('0') }))).toBeNull();
});

test.each(LONG_TEXTS)('%s of the maximum length is read', async (_, parts) => {
  expect(await refusalOf(workbook(parts(MAX_CHARACTERS)))).toBeNull();
});

test.each(hostile)('%s is refused with a one-sentence error', async (_, content) => {
  expect(await refusalOf(content)).toMatch(/^(The|This|expected) .*\.$/s);
  expect(readdirSync(folder)).toEqual(['file']);
});
