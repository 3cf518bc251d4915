import { text } from 'node:stream/consumers';
import { aboutSheet } from '../../../src/reports/table/about-sheet';
import { columnsOf } from '../../../src/reports/table/columns';
import { SharedStringWriter } from '../../../src/reports/table/shared-strings';
import { STYLES } from '../../../src/reports/table/workbook-parts';
import { worksheet } from '../../../src/reports/table/worksheet';

interface Person {
  name: string;
  score: number;
}

const columns = columnsOf<Person>({ name: 'text', score: 'share' });

async function* batches(...rows: Person[][]): AsyncGenerator<Person[]> {
  yield* rows;
}

function sheetOf(...rows: Person[][]): Promise<string> {
  return text(worksheet(columns, batches(...rows), new SharedStringWriter(), () => undefined));
}

async function widthsOf(...rows: Person[][]): Promise<number[]> {
  const found = (await sheetOf(...rows)).matchAll(/<col [^>]* width="(\d+)"/g);
  return [...found].map(([, width]) => Number(width));
}

const named = (name: string): Person => ({ name, score: 0.5 });

test('a column is as wide as its longest text, also where that comes late', async () => {
  const short = Array.from({ length: 1_000 }, () => named('Ada'));
  expect((await widthsOf(short, [named('Rivière-aux-Rats Pipeline Terminal')]))[0]).toBe(36);
});

test('a column is at most 60 characters wide', async () => {
  expect((await widthsOf([named('Pipeline '.repeat(20))]))[0]).toBe(60);
});

test('widths are those of the first 5,000 rows', async () => {
  const short = Array.from({ length: 5_000 }, () => named('Ada'));
  const late = named('Rivière-aux-Rats Pipeline Terminal');
  expect(await widthsOf(short, [late])).toEqual(await widthsOf(short));
});

test('a character of East Asia is as wide as two', async () => {
  expect((await widthsOf([named('東京都千代田区丸の内')]))[0]).toBe(22);
});

test('the header of numbers is on their side', async () => {
  const sheet = await sheetOf([named('Ada')]);
  expect(sheet).toContain(`<c r="A1"${STYLES.header} `);
  expect(sheet).toContain(`<c r="B1"${STYLES.headerOfNumbers} `);
});

test('a header has room for its words on two lines', async () => {
  const counts = columnsOf<Person>({
    notApplicableValidated: { type: 'integer', value: () => 1 },
  });
  const sheet = await text(
    worksheet(counts, batches([named('Ada')]), new SharedStringWriter(), () => undefined),
  );
  const beside = 6;
  expect(sheet).toContain(` width="${'Not applicable'.length + beside}"`);
});

/** The height of each row of the sheet About, by its label. */
function heightsOf(meaning: string, filter = 'any'): Record<string, number | null> {
  const described = columns.map(column => ({ ...column, meaning }));
  const about = {
    organization: { name: 'Acme', handle: 'acme' },
    asOf: new Date('2026-11-21T12:00:00Z'),
    filters: [['Departments', filter]] as [string, string][],
  };
  const xml = aboutSheet({ name: 'people', title: 'People', columns: described }, about, 1);
  const rows = xml.matchAll(/<row r="\d+"(?: ht="(\d+)" customHeight="1")?>.*?<t>(.*?)<\/t>/g);
  return Object.fromEntries(
    [...rows].map(([, height, label]) => [label!, height ? Number(height) : null]),
  );
}

test('a row of About is as high as its text, up to what a workbook can have', () => {
  expect(heightsOf('The name.')).toMatchObject({ Rows: null, Name: null });
  expect(heightsOf('word '.repeat(30))).toMatchObject({ Name: 30, Score: 30 });
  expect(heightsOf('The name.', 'Plant, '.repeat(1_000))).toMatchObject({ Departments: 409 });
});

test('About names columns as their headers do', () => {
  const described = columns.map(column => ({
    ...column,
    meaning: '`required` - `notCompleted`, of eLearning, without null',
  }));
  const about = {
    organization: { name: 'Acme', handle: 'acme' },
    asOf: new Date('2026-11-21T12:00:00Z'),
    filters: [],
  };
  expect(aboutSheet({ name: 'people', title: 'People', columns: described }, about, 1)).toContain(
    'required - not completed, of eLearning, without empty',
  );
});
