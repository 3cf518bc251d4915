import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '@platform/db';
import {
  connect,
  copyTestDatabase,
  createTestDatabase,
  type TestDatabase,
} from '@platform/db/testing';
import { type Encoding, readCsv } from '@platform/spreadsheet';
import { takeSnapshot } from '../../src/compliance/snapshots/take-snapshot';
import { expectationOf, ImportRefused } from '../../src/import/faults';
import type { ImportOptions } from '../../src/import/import-options';
import { importRecords } from '../../src/import/import-records';
import type { ImportResult } from '../../src/import/import-run';
import type { FileName, RecordSources } from '../../src/records/import-file';

/** The content of each file in a folder. */
export type Folder = Partial<Record<FileName, string | Buffer>>;

/** The folder with the worked example in docs/importing.md. */
export const EXAMPLE = path.join(__dirname, '../../../../examples/import');

/** Reads the worked example in docs/importing.md. */
export function exampleFolder(folder = EXAMPLE): Record<FileName, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter(name => name.endsWith('.csv'))
      .map(name => [name, readFileSync(path.join(folder, name), 'utf8')]),
  ) as Record<FileName, string>;
}

/** The file monthly-statistics.csv, which the example lacks: two months of 2024, for members of the example. */
export const MONTHLY_STATISTICS = [
  'memberId,departmentId,month,asAt,category,required,validated,expired,notCompleted,notApplicable,notApplicableValidated,needsTraining,selfAssessed,submitted,completed,progress,score',
  '7a2c3f72-ce7d-566a-97fc-976148f5252d,52c43e7d-b58c-57eb-9468-1593ec58797a,2024-01,2024-01-28T02:00:00Z,Primary,8,5,1,1,1,1,0,0,0,6,0.75,0.75',
  '7a2c3f72-ce7d-566a-97fc-976148f5252d,52c43e7d-b58c-57eb-9468-1593ec58797a,2024-01,2024-01-28T02:00:00Z,Secondary,0,0,0,0,0,0,0,0,0,0,1,1',
  'eae66aa9-e644-5541-a09a-4d2f3f685541,52c43e7d-b58c-57eb-9468-1593ec58797a,2024-02,2024-02-25T02:00:00Z,Primary,3,1,0,1,0,0,0,1,0,1,0.6667,0.3333',
  '',
].join('\r\n');

/** The file measurements.csv, which the example lacks: two names for its first organization. */
export const MEASUREMENTS = [
  'companyId,key,name',
  ...['1,Tickets to work', '3,Core skills'].map(row => `${companyOf(exampleFolder())},${row}`),
  '',
].join('\r\n');

function companyOf({ 'companies.csv': companies }: Record<FileName, string>): string {
  return companies.split('\r\n')[1]!.split(',')[0]!;
}

export interface TestImports {
  readonly db: Database;
  readonly url: string;
  load(folder: Folder, options?: Partial<ImportOptions>): Promise<ImportResult>;
  /** Returns the faults of a refused import, each as `file:line column "value" expected`. */
  refusal(folder: Folder, options?: Partial<ImportOptions>): Promise<string[]>;
  rows<Row = Record<string, unknown>>(sql: string): Promise<Row[]>;
  /**
   * Returns a digest of all tables and, by default, all sequences. It excludes personal secrets, import runs, and audit
   * events for reads and starts of imports.
   */
  digest(options?: { sequences: boolean }): Promise<string>;
  close(): Promise<void>;
}

/** Imports the example once for the tests of a file. Returns a function that copies its database, which is faster. */
export function importExampleOnce(): () => Promise<TestImports> {
  let original: TestDatabase;
  beforeAll(async () => {
    original = await createTestDatabase();
    const db = connect(original.directUrl);
    await importRecords(db, sourcesOf(exampleFolder()), { source: 'test', startedBy: 'tester' });
    await db.close();
  });
  afterAll(() => original.drop());
  return () => startTestImports(copyTestDatabase(original));
}

/** Creates a database to import into. */
export async function startTestImports(creating = createTestDatabase()): Promise<TestImports> {
  const database = await creating;
  const db = connect(database.url);
  const rows = async <Row>(sql: string) => (await db.pool.query(sql)).rows as Row[];
  const load: TestImports['load'] = (folder, options = {}) =>
    importRecords(db, sourcesOf(folder, options.encoding), {
      source: 'test',
      startedBy: 'tester',
      ...options,
    });

  return {
    db,
    url: database.url,
    load,
    rows,
    async refusal(folder, options) {
      const refused: unknown = await load(folder, options).catch((error: unknown) => error);
      if (!(refused instanceof ImportRefused)) throw refused as Error;
      return refused.faults.map(
        fault =>
          `${fault.file}:${fault.line ?? '-'} ${fault.column ?? '-'} ${JSON.stringify(fault.value)} ${expectationOf(fault)}`,
      );
    },
    async digest({ sequences: hasSequences } = { sequences: true }) {
      const tables = await rows<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname = 'reporting' and tablename not in ('import_run', 'import_fault', 'import_before', 'import_change', 'personal_secret') order by 1`,
      );
      const parts = tables.map(
        ({ name }) => `select '${name}' as name,
          (select md5(string_agg(t::text, ',' order by t::text)) from ${name} as t
            where coalesce(to_jsonb(t) ->> 'kind', '') not in ('organization-read', 'import-started')) as digest`,
      );
      const sequences = `select sequencename, last_value::text from pg_sequences
        where schemaname = 'reporting' and sequencename not in ('import_run_id_seq', 'audit_event_id_seq')`;
      return JSON.stringify(
        await rows(
          `${[...parts, ...(hasSequences ? [sequences] : [])].join(' union all ')} order by 1`,
        ),
      );
    },
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

/** Takes the snapshot of an organization at 02:00 UTC on a day. */
export async function takeSnapshotOf(
  { db }: TestImports,
  handle: string,
  day: string,
): Promise<void> {
  const { id } = await db.prisma.company.findFirstOrThrow({ where: { handle } });
  await takeSnapshot(db, id, new Date(`${day}T02:00:00Z`));
}

export function sourcesOf(folder: Folder, encoding?: Encoding | null): RecordSources {
  return Object.fromEntries(
    Object.entries(folder).map(([name, content]) => [
      name,
      () => readCsv(chunks(Buffer.from(content)), encoding),
    ]),
  );
}

/** Splits the content into chunks, which may end within a line, a quoted cell or a character. */
async function* chunks(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 61) yield content.subarray(at, at + 61);
}

/** Replaces one cell of a file without line breaks in cells. Line 1 is the header. */
export function withCell(content: string, line: number, column: string, value: string): string {
  const lines = content.split('\r\n');
  const header = lines[0]!.split(',');
  const cells = lines[line - 1]!.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)!.map(cell =>
    cell.replace(/,$/, ''),
  );
  cells[header.indexOf(column)] = /[",\r\n]/.test(value)
    ? `"${value.replaceAll('"', '""')}"`
    : value;
  lines[line - 1] = cells.slice(0, header.length).join(',');
  return lines.join('\r\n');
}
