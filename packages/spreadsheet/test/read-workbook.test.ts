import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openArchive, openWorkbook, type Row } from '@platform/spreadsheet';
import { related, workbook } from '@platform/spreadsheet/testing';

const folder = mkdtempSync(path.join(tmpdir(), 'workbook-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the rows of the sheet tickets. */
async function rowsOf(parts: Parameters<typeof workbook>[0]): Promise<Row[]> {
  const name = path.join(folder, 'records.xlsx');
  writeFileSync(name, workbook(parts));
  const file = await open(name);
  try {
    const archive = await openArchive(file.fd, { maxUnpacked: 1e7, remedy: 'split it' });
    const found = await openWorkbook(archive);
    const rows: Row[] = [];
    for await (const some of found!.table(['tickets']).read()) rows.push(...some);
    return rows;
  } finally {
    await file.close();
  }
}

/** Returns the text of a cell below a header. */
const cellOf = async (cell: string, parts = {}) => {
  const sheet = `<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c></row><row r="2">${cell}</row>`;
  const [, row] = await rowsOf({ sheet, ...parts });
  return row!.cells[0];
};

const STYLES = `<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="0.0&quot;days&quot;"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>`;

test.each([
  ['a shared text', '<c r="A2" t="s"><v>1</v></c>', 'Ada Lovelace'],
  ['a text of its own', '<c r="A2" t="inlineStr"><is><t>a, "b"</t></is></c>', 'a, "b"'],
  [
    'a text in runs, without phonetic text',
    '<c r="A2" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh><t>c</t></rPh></is></c>',
    'ab',
  ],
  ['no shared text', '<c r="A2" t="s"/><c r="B2"><v>1</v></c>', ''],
  ['an empty shared text', '<c r="A2" t="s"><v></v></c><c r="B2"><v>1</v></c>', ''],
  ['true', '<c r="A2" t="b"><v>1</v></c>', 'true'],
  ['false', '<c r="A2" t="b"><v>0</v></c>', 'false'],
  ['a whole number', '<c r="A2"><v>7.0</v></c>', '7'],
  ['a large number', '<c r="A2"><v>1.2E+21</v></c>', '1200000000000000000000'],
  ['a fraction', '<c r="A2"><v>0.25</v></c>', '0.25'],
  ['a day', '<c r="A2" s="1"><v>46053</v></c>', '2026-01-31'],
  ['a time of a format of its own', '<c r="A2" s="2"><v>46053.5</v></c>', '2026-01-31T12:00:00'],
  ['a number whose format has letters in quotes', '<c r="A2" s="3"><v>46053</v></c>', '46053'],
  ['a day as text', '<c r="A2" t="d"><v>2026-01-31</v></c>', '2026-01-31'],
  ['the last value of a formula', '<c r="A2"><f>1+1</f><v>2</v></c>', '2'],
  ['the last text of a formula', '<c r="A2" t="str"><f>A1&amp;"x"</f><v>idx</v></c>', 'idx'],
])('%s is read', async (_, cell, text) => {
  const strings = '<si><t>id</t></si><si><r><t>Ada </t></r><r><t>Lovelace</t></r></si>';
  expect(await cellOf(cell, { strings, styles: STYLES })).toBe(text);
});

test.each([
  ['0,000', '0123'],
  ['#,##0.00', '123.00'],
  ['#,##0" m, wide"', '123 m, wide'],
  ['#,##0_);\\(#,##0\\)', undefined],
])('a number in the format %s is shown as %s, without thousands separators', async (code, text) => {
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`;
  const [row] = await rowsOf({ sheet: '<row r="1"><c r="A1" s="1"><v>123</v></c></row>', styles });
  expect(row!.details?.get(0)).toEqual(text === undefined ? undefined : { shown: text });
});

test('a number above a thousand is shown without thousands separators', async () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="#,##0.00"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>';
  const sheet = '<row r="1"><c r="A1" s="0"><v>1234567.5</v></c></row>';
  const [row] = await rowsOf({ sheet, styles });
  expect(row!.details?.get(0)).toEqual({ shown: '1234567.50' });
});

test('dates of a workbook with the 1904 date system are read', async () => {
  const cell = '<c r="A2" s="1"><v>44591</v></c>';
  const main = '<workbookPr date1904="1"/>';
  expect(await cellOf(cell, { styles: STYLES, properties: main })).toBe('2026-01-31');
});

test('a line is the number of a row; empty rows are skipped, absent cells are empty', async () => {
  const cell = (r: string, text: string) => `<c r="${r}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheet = `<row r="3">${cell('A3', 'id')}${cell('B3', 'name')}${cell('C3', 'code')}</row>
    <row r="4"/>
    <row r="5">${cell('A5', ' ')}</row>
    <row r="6">${cell('B6', 'x')}</row>
    <row r="1048576">${cell('A1048576', 'last')}</row>`;
  expect(await rowsOf({ sheet })).toEqual([
    { line: 3, cells: ['id', 'name', 'code'] },
    { line: 6, cells: ['', 'x', ''] },
    { line: 1_048_576, cells: ['last', '', ''] },
  ]);
});

test('formatted cells without content do not count, up to the last column of a sheet', async () => {
  const cell = '<c r="A1" t="inlineStr"><is><t>id</t></is></c>';
  const sheet = `<row r="1">${cell}<c r="B1" s="0"/><c r="XFD1" s="0"/></row>`;
  expect(await rowsOf({ sheet })).toEqual([{ line: 1, cells: ['id'] }]);
  const filled = `<row r="1">${cell}<c r="XFD1"><v>1</v></c></row>`;
  await expect(rowsOf({ sheet: filled })).rejects.toMatchObject({
    line: 1,
    expected: 'at most 2000 columns; delete the others, or clear their cells',
  });
});

test('parts are found by their names in any case', async () => {
  const rels = related('worksheet', 'Worksheets/Sheet1.XML');
  expect(await rowsOf({ rels })).toEqual([{ line: 1, cells: ['id'] }]);
});

test('a cell with several lines does not change the numbers of later rows', async () => {
  const cell = (r: string, text: string) => `<c r="${r}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheet = `<row r="1">${cell('A1', 'id')}</row><row r="2">${cell('A2', 'two\nlines')}</row><row r="3">${cell('A3', 'x')}</row>`;
  expect(await rowsOf({ sheet })).toEqual([
    { line: 1, cells: ['id'] },
    { line: 2, cells: ['two\nlines'] },
    { line: 3, cells: ['x'] },
  ]);
});

test('a row of more than 1 MiB is refused', async () => {
  const texts = (columns: number) =>
    Array.from({ length: columns }, () => '<c t="s"><v>0</v></c>').join('');
  const strings = `<si><t>${'x'.repeat(32_767)}</t></si>`;
  const row = (columns: number) => `<row r="1">${texts(columns)}</row>`;
  expect(await rowsOf({ sheet: row(32), strings })).toHaveLength(1);
  await expect(rowsOf({ sheet: row(33), strings })).rejects.toMatchObject({
    line: 1,
    expected: expect.stringMatching(/^rows of at most 1 MiB/) as string,
  });
});

test.each(['b', 'd', 's', 'n'])(
  'a formula of the type %s without a stored result is a fault',
  async type => {
    const head = '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c></row>';
    const sheet = `${head}<row r="2"><c r="A2" t="${type}"><f>A1</f></c></row>`;
    const [, row] = await rowsOf({ sheet, strings: '<si><t>id</t></si>' });
    expect(row?.details?.get(0)).toEqual({
      expected: expect.stringContaining('no stored result') as string,
    });
  },
);
