import { isDatabaseUnavailable, transaction } from '@platform/db';
import { untilConnection } from '@platform/db/testing';
import { readCsv } from '@platform/spreadsheet';
import { importRecords } from '../../src/import/import-records';
import type { ImportProgress } from '../../src/import/progress';
import {
  exampleFolder,
  MONTHLY_STATISTICS,
  startTestImports,
  type TestImports,
  withCell,
} from './test-folder';

const example = exampleFolder();
let imports: TestImports;
beforeEach(async () => {
  imports = await startTestImports();
});
afterEach(() => imports.close());

const at = (step: string, work: () => void): Partial<ImportProgress> => ({
  begin(...names) {
    if (names.join(' ').startsWith(step)) work();
  },
});
/** Excludes sequences, which a rollback does not reset. */
const rowsNow = () => imports.digest({ sequences: false });
const endBackend = () =>
  imports.rows(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'import by %' and datname = current_database()",
  );

/** Blocks an import, so that its connection can be terminated before it finishes. */
async function holdTickets() {
  const holder = await imports.db.pool.connect();
  await holder.query('begin');
  await holder.query('lock table reporting.ticket in exclusive mode');
  return {
    async release() {
      await holder.query('rollback');
      holder.release();
    },
  };
}

/** Waits until an import is waiting for a lock. */
const untilWaiting = () => untilConnection(imports.url, "wait_event_type = 'Lock'");

test.each(['Reading members.csv', 'Checking'])(
  'an import whose connection is terminated at "%s" leaves nothing behind and can be repeated immediately',
  async step => {
    const before = await rowsNow();
    const holder = await holdTickets();
    let ending: Promise<unknown> | undefined;
    const progress = at(step, () => {
      ending ??= endBackend();
    });
    const broken = imports.load(example, { progress });
    expect(isDatabaseUnavailable(await broken.catch((error: unknown) => error))).toBe(true);
    await ending;
    await holder.release();
    expect(await rowsNow()).toBe(before);
    expect(await imports.load(example)).toMatchObject({ inserted: 58 });
  },
);

test('an import whose connection is terminated while it writes rows keeps none of them', async () => {
  const holder = await holdTickets();
  const broken = imports.load(example, {
    progress: at('Importing tickets.csv', () => void untilWaiting().then(endBackend)),
  });
  expect(isDatabaseUnavailable(await broken.catch((error: unknown) => error))).toBe(true);
  await holder.release();
  expect(await imports.rows('select from reporting.company')).toEqual([]);
  expect(await imports.load(example)).toMatchObject({ inserted: 58 });
});

test('an import of history and a snapshot lock in the same order', async () => {
  const statistics = 'monthly-statistics.csv';
  await imports.load({ ...example, [statistics]: MONTHLY_STATISTICS });
  const cells = { validated: '6', notCompleted: '0', completed: '', progress: '', score: '' };
  const changed = Object.entries(cells).reduce(
    (content, [column, value]) => withCell(content, 2, column, value),
    MONTHLY_STATISTICS,
  );
  const name = 'compliance-snapshots.csv';
  const history = { [name]: withCell(example[name], 2, 'satisfied', '0'), [statistics]: changed };
  const lock = 'lock table reporting.compliance_snapshot in share update exclusive mode';
  const { loading } = await transaction(imports.db, async tx => {
    await tx.client.query(lock);
    const importing = imports.load(history, { updateHistory: true });
    await untilWaiting();
    await tx.client.query('delete from reporting.monthly_statistic');
    return { loading: importing };
  });
  expect(await loading).toMatchObject({ inserted: 3, updated: 1 });
});

test('a source that fails half-way leaves nothing behind', async () => {
  const before = await rowsNow();
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.from('id,handle,name\r\n0b8f2a3c-1111-4222-8333-000000000001,a,A\r\n');
    throw new Error('the disk is gone');
  }
  await expect(
    importRecords(imports.db, { 'companies.csv': () => readCsv(failing()) }, { source: 'test' }),
  ).rejects.toThrow('the disk is gone');
  expect(await rowsNow()).toBe(before);
});

test('a second import waits for the first, identifies it in a message, and then finds its rows', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>(resolve => (release = resolve));
  async function* slow(): AsyncGenerator<Buffer> {
    yield Buffer.from(example['companies.csv']);
    await held;
  }
  const first = importRecords(
    imports.db,
    { 'companies.csv': () => readCsv(slow()) },
    { source: 'folder one', startedBy: 'ada' },
  );
  await untilConnection(imports.url, "query like 'copy %'");
  let message: (text: string) => void = () => undefined;
  const shown = new Promise<string>(resolve => (message = resolve));
  const second = imports.load(example, { progress: { message } });
  expect(await shown).toMatch(/^Waiting for import by ada of folder one \(since 20/);
  release();
  expect(await first).toMatchObject({ inserted: 2 });
  expect(await second).toMatchObject({ inserted: 56, unchanged: 2 });
});

test('four concurrent imports of one organization succeed with the same result', async () => {
  const results = await Promise.all(
    Array.from({ length: 4 }, () => imports.load(example, { replace: true, allowRemovals: true })),
  );
  expect(results.map(({ inserted }) => inserted).sort((one, other) => one - other)).toEqual([
    0, 0, 0, 58,
  ]);
});
