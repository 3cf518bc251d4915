import { buffer } from 'node:stream/consumers';
import { type Column, writeWorkbook, writeZip } from '@platform/spreadsheet';
import { strFromU8, unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';
import { STYLES } from '../src/workbook-parts';
import { ada, batches, columns, failing, named, names, nobody, type Person } from './people';

const ages = columns.slice(1, 2);

function workbookOf(
  columnsOfTable: readonly Column<Person>[],
  rows: AsyncGenerator<Person[]>,
  sheetRows?: number,
): Promise<Buffer> {
  const nameOf = (number: number) => (number === 1 ? 'People' : `People ${number}`);
  const table = { nameOf, columns: columnsOfTable, batches: rows };
  return buffer(writeZip(zip => writeWorkbook(zip, [table], { sheetRows })));
}

/** Reads the sheets with a library that shares nothing with the writer. */
const read = async (
  columnsOfTable: readonly Column<Person>[],
  rows: Person[][],
  sheetRows?: number,
) => readWorkbook(await workbookOf(columnsOfTable, batches(...rows), sheetRows), { trim: false });

/** Returns the parts with matching paths. */
async function partsOf(
  columnsOfTable: readonly Column<Person>[],
  rows: AsyncGenerator<Person[]>,
  paths = /./,
): Promise<Record<string, string>> {
  const workbook = await workbookOf(columnsOfTable, rows);
  const parts = unzipSync(workbook, { filter: ({ name }) => paths.test(name) });
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strFromU8(part)]));
}

test('a workbook keeps the types of numbers, booleans and times', async () => {
  const [sheet] = await read(columns, [[ada], [{ ...nobody, isHere: false }]]);
  expect(sheet).toEqual({
    sheet: 'People',
    data: [
      ['Name', 'Age', 'Score', 'Is here', 'Born', 'Seen'],
      ['Ada', -36, -0.5, true, new Date('1915-12-10'), ada.seen],
      [null, null, null, false, null, null],
    ],
  });
});

test.each(['=1+1', '<b>&amp;</b>', 'two\nlines', ' spaces ', 'Łódź 東京 🦊', '12', 'true'])(
  'text %j stays as it is',
  async name => {
    const [sheet] = await read(names, [named(name)]);
    expect(sheet?.data).toEqual([['Name'], [name]]);
  },
);

test.each([
  ['\u0000a\u0001b\u000Bc\u001F', 'abc'],
  ['\uFFFE\uFFFF!', '!'],
  ['\uD83Dhalf', 'half'],
])('what XML cannot hold is left out of %j', async (name, left) => {
  const [sheet] = await read(names, [named(name)]);
  expect(sheet?.data[1]).toEqual([left]);
});

test.each([
  ['x'.repeat(32_767), 'x'.repeat(32_767)],
  ['x'.repeat(32_768), `${'x'.repeat(32_766)}…`],
  [`${'x'.repeat(32_765)}🦊🦊`, `${'x'.repeat(32_765)}…`],
])('a text that a cell cannot hold ends in an ellipsis', async (name, held) => {
  const [sheet] = await read(names, [named(name)]);
  expect(sheet?.data[1]).toEqual([held]);
});

test.each([
  ['0001-01-01', '0001-01-01'],
  ['1900-02-28', '1900-02-28'],
  ['1900-03-01', new Date('1900-03-01')],
  ['9999-12-31', new Date('9999-12-31')],
])('the date %s, where a workbook has it, is a date', async (born, cell) => {
  const [sheet] = await read(columns.slice(4, 5), [[{ ...nobody, born }]]);
  expect(sheet?.data[1]).toEqual([cell]);
});

test('a workbook without rows has only a header', async () => {
  expect(await read(names, [])).toEqual([{ sheet: 'People', data: [['Name']] }]);
});

test('a table continues on another sheet when one is full', async () => {
  const five = named('1', '2', '3', '4', '5');
  for (const rows of [
    [five],
    [five.slice(0, 1), five.slice(1)],
    [five.slice(0, 2), five.slice(2)],
  ]) {
    expect(await read(names, rows, 2)).toEqual([
      { sheet: 'People', data: [['Name'], ['1'], ['2']] },
      { sheet: 'People 2', data: [['Name'], ['3'], ['4']] },
      { sheet: 'People 3', data: [['Name'], ['5']] },
    ]);
  }
  expect(await read(names, [five.slice(0, 4)], 2)).toHaveLength(2);
});

test('a sheet has at most 2^20 rows including the header; further rows continue on the next', async () => {
  const batch = Array.from({ length: 2 ** 10 }, () => ada);
  async function* many() {
    for (let count = 0; count < 2 ** 20; count += batch.length) yield batch;
  }
  const { 'xl/workbook.xml': workbook } = await partsOf(ages, many(), /workbook\.xml$/);
  const ranges = [...workbook!.matchAll(/Print_Area"[^>]*>([^<]*)</g)].map(([, range]) => range);
  expect(ranges).toEqual(["'People'!$A$1:$A$1048576", "'People 2'!$A$1:$A$2"]);
});

test('a long text is stored in its cell', async () => {
  const name = 'Long '.repeat(52);
  const { 'xl/worksheets/sheet1.xml': sheet } = await partsOf(names, batches(named(name)));
  expect(sheet).toContain(`t="inlineStr"><is><t xml:space="preserve">${name}</t>`);
});

test('texts beyond the limit of shared strings are stored in their cells', async () => {
  const count = 2 ** 17;
  const people = Array.from({ length: count }, (_, index) => ({ ...ada, name: `Person ${index}` }));
  const { 'xl/worksheets/sheet1.xml': sheet, 'xl/sharedStrings.xml': strings } = await partsOf(
    names,
    batches(people, named('Person 0', 'One too many')),
  );
  expect(strings!.match(/<si>/g)).toHaveLength(count);
  expect(sheet).toContain(`<c r="A${count + 2}" t="s"><v>0</v></c>`);
  expect(sheet).toContain(`<c r="A${count + 3}" t="inlineStr"><is><t>One too many</t></is></c>`);
});

test('midnight is shown as a date, other times with the hour', async () => {
  const midnight = { ...ada, seen: new Date('2026-11-21T00:00:00Z') };
  const { 'xl/worksheets/sheet1.xml': sheet } = await partsOf(
    columns.slice(-1),
    batches([ada, midnight]),
  );
  expect(sheet).toContain(`<c r="A2"${STYLES.timestamp}>`);
  expect(sheet).toContain(`<c r="A3"${STYLES.date}>`);
});

async function sheetOf(
  rows: readonly Person[][],
  columnsOfSheet = columns.slice(0, 2),
): Promise<string> {
  const parts = await partsOf(columnsOfSheet, batches(...rows));
  return parts['xl/worksheets/sheet1.xml']!;
}

async function widthsOf(...rows: Person[][]): Promise<number[]> {
  const found = (await sheetOf(rows)).matchAll(/<col [^>]* width="(\d+)"/g);
  return [...found].map(([, width]) => Number(width));
}

test('a column is as wide as its longest text, even one in a late row', async () => {
  const short = Array.from({ length: 1_000 }, () => ada);
  expect((await widthsOf(short, named('Rivière-aux-Rats Pipeline Terminal')))[0]).toBe(36);
});

test('a column is at most 60 characters wide', async () => {
  expect((await widthsOf(named('Pipeline '.repeat(20))))[0]).toBe(60);
});

test('widths are determined by the first 5,000 rows', async () => {
  const short = Array.from({ length: 5_000 }, () => ada);
  const late = named('Rivière-aux-Rats Pipeline Terminal');
  expect(await widthsOf(short, late)).toEqual(await widthsOf(short));
});

test('an East Asian character is twice as wide as others', async () => {
  expect((await widthsOf(named('東京都千代田区丸の内')))[0]).toBe(22);
});

test('headers of numbers are right-aligned, too', async () => {
  const sheet = await sheetOf([[ada]]);
  expect(sheet).toContain(`<c r="A1"${STYLES.header} `);
  expect(sheet).toContain(`<c r="B1"${STYLES.headerOfNumbers} `);
});

test('a header has room for its words on two lines', async () => {
  const [age] = ages as [Column<Person>];
  const sheet = await sheetOf([[ada]], [{ ...age, title: 'Not applicable validated' }]);
  const beside = 6;
  expect(sheet).toContain(` width="${'Not applicable'.length + beside}"`);
});

test('a workbook fails with the error of its rows', async () => {
  await expect(workbookOf(names, failing(named('Ada')))).rejects.toThrow('the database left');
});
