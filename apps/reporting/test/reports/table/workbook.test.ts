import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { columnsOf } from '../../../src/reports/table/columns';
import { STYLES } from '../../../src/reports/table/workbook-parts';
import { xlsx } from '../../../src/reports/table/xlsx';

interface Person {
  id: string;
  name: string | null;
  tickets: number;
  hours: string;
  score: number;
  isActive: boolean;
  bornOn: string;
  seenAt: Date;
}

const table = {
  name: 'people',
  title: 'People',
  columns: columnsOf<Person>({
    id: 'text',
    name: 'text',
    tickets: 'integer',
    hours: 'decimal',
    score: 'share',
    isActive: 'boolean',
    bornOn: 'date',
    seenAt: 'timestamp',
  }).map(column => ({ ...column, meaning: `Of a person, \`${column.name}\`.` })),
};

const about = {
  organization: { name: 'Acme & Sons', handle: 'acme' },
  asOf: new Date('2026-11-21T12:00:00Z'),
  filters: [['Status', 'Expired']] as [string, string][],
};

const ada: Person = {
  id: '018f6b7a-0000-7000-8000-000000000001',
  name: 'Ada <ada@acme.example>',
  tickets: 12,
  hours: '7.50',
  score: 0.875,
  isActive: true,
  bornOn: '1815-12-10',
  seenAt: new Date('2026-11-21T08:30:00Z'),
};

/** The parts whose paths match. */
async function partsOf(
  file: AsyncGenerator<Uint8Array>,
  paths = /./,
): Promise<Record<string, string>> {
  const parts = unzipSync(await buffer(file), { filter: ({ name }) => paths.test(name) });
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strFromU8(part)]));
}

// What readers of workbooks accept and show was looked at in LibreOffice: look again at what changes.
test('a workbook is, part by part, the one that was looked at', async () => {
  const people = [ada, { ...ada, name: null, isActive: false }, { ...ada, bornOn: '1906-12-09' }];
  async function* batches() {
    yield people;
  }
  const parts = await partsOf(xlsx(table, about, batches(), { sheetRows: 2 }));
  for (const [name, xml] of Object.entries(parts)) {
    expect(xml.replaceAll('><', '>\n<')).toMatchSnapshot(name);
  }
});

test('a sheet holds 2^20 rows, header included, and what is more continues on the next', async () => {
  const batch = Array.from({ length: 2 ** 10 }, () => ada);
  async function* batches() {
    for (let count = 0; count < 2 ** 20; count += batch.length) yield batch;
  }
  const tickets = { ...table, columns: table.columns.slice(2, 3) };
  const { 'xl/workbook.xml': workbook } = await partsOf(
    xlsx(tickets, about, batches()),
    /workbook\.xml$/,
  );
  const ranges = [...workbook!.matchAll(/Print_Area"[^>]*>([^<]*)</g)].map(([, range]) => range);
  expect(ranges).toEqual(["'People'!$A$1:$A$1048576", "'People 2'!$A$1:$A$2"]);
});

test('a long text is in its cell', async () => {
  const name = 'Long '.repeat(52);
  async function* batches() {
    yield [{ ...ada, name }];
  }
  const names = { ...table, columns: table.columns.slice(1, 2) };
  const { 'xl/worksheets/sheet2.xml': sheet } = await partsOf(
    xlsx(names, about, batches()),
    /sheet2\.xml$/,
  );
  expect(sheet).toContain(`t="inlineStr"><is><t xml:space="preserve">${name}</t>`);
});

test('texts beyond those that are kept are in their cells', async () => {
  const count = 2 ** 17;
  async function* batches() {
    yield Array.from({ length: count }, (_, index) => ({ ...ada, name: `Person ${index}` }));
    yield [
      { ...ada, name: 'Person 0' },
      { ...ada, name: 'One too many' },
    ];
  }
  const names = { ...table, columns: table.columns.slice(1, 2) };
  const { 'xl/worksheets/sheet2.xml': sheet, 'xl/sharedStrings.xml': strings } = await partsOf(
    xlsx(names, about, batches()),
    /sheet2\.xml$|sharedStrings\.xml$/,
  );
  expect(strings!.match(/<si>/g)).toHaveLength(count);
  expect(sheet).toContain(`<c r="A${count + 2}" t="s"><v>0</v></c>`);
  expect(sheet).toContain(`<c r="A${count + 3}" t="inlineStr"><is><t>One too many</t></is></c>`);
});

test('midnight is shown as its day, other times with their hour', async () => {
  const midnight = { ...ada, seenAt: new Date('2026-11-21T00:00:00Z') };
  async function* batches() {
    yield [ada, midnight];
  }
  const times = { ...table, columns: table.columns.slice(-1) };
  const { 'xl/worksheets/sheet2.xml': sheet } = await partsOf(
    xlsx(times, about, batches()),
    /sheet2\.xml$/,
  );
  expect(sheet).toContain(`<c r="A2"${STYLES.timestamp}>`);
  expect(sheet).toContain(`<c r="A3"${STYLES.date}>`);
});
