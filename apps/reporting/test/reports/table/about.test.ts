import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { columnsOf } from '../../../src/reports/table/define-columns';
import type { ReportTable } from '../../../src/reports/table/report-table';
import { type AboutReport, xlsx } from '../../../src/reports/table/xlsx';

interface Person {
  name: string;
  score: number;
}

const columns = columnsOf<Person>({ name: 'text', score: 'share' });

async function aboutOf(
  described: ReportTable<Person>['columns'],
  about: AboutReport,
): Promise<string> {
  async function* batches() {
    yield [{ name: 'Ada', score: 0.5 }];
  }
  const table = { name: 'people', title: 'People', columns: described };
  const parts = unzipSync(await buffer(xlsx(table, about, batches())));
  return strFromU8(parts['xl/worksheets/sheet1.xml']!);
}

/** The height of each row of the sheet About, by its label. */
async function heightsOf(meaning: string, filter = 'any'): Promise<Record<string, number | null>> {
  const described = columns.map(column => ({ ...column, meaning }));
  const about = {
    organization: { name: 'Acme', handle: 'acme' },
    asOf: new Date('2026-11-21T12:00:00Z'),
    filters: [['Departments', filter]] as [string, string][],
  };
  const xml = await aboutOf(described, about);
  const rows = xml.matchAll(/<row r="\d+"(?: ht="(\d+)" customHeight="1")?>.*?<t>(.*?)<\/t>/g);
  return Object.fromEntries(
    [...rows].map(([, height, label]) => [label!, height ? Number(height) : null]),
  );
}

test('a row of About is as high as its text, up to the limit of workbooks', async () => {
  expect(await heightsOf('The name.')).toMatchObject({ Rows: null, Name: null });
  expect(await heightsOf('word '.repeat(30))).toMatchObject({ Name: 30, Score: 30 });
  expect(await heightsOf('The name.', 'Plant, '.repeat(1_000))).toMatchObject({ Departments: 409 });
});

test('About uses the headers of columns', async () => {
  const described = columns.map(column => ({
    ...column,
    meaning: '`required` - `notCompleted`, of eLearning, without null',
  }));
  const about = {
    organization: { name: 'Acme', handle: 'acme' },
    asOf: new Date('2026-11-21T12:00:00Z'),
    filters: [],
  };
  expect(await aboutOf(described, about)).toContain(
    'required - not completed, of eLearning, without empty',
  );
});
