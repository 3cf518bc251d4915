import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { balanceStandbys } from '../../e2e/drills/failover/pair.js';
import { type Cluster, createCluster, createStandby } from '../../e2e/drills/postgres.js';
import { type Cleanup, createCleanup } from '../../e2e/scratch/cleanup.js';
import { clusterCpu, figure, median, printTable } from '../measure.js';
import { read } from '../read.js';
import { issueKey, loadDemonstration, openStage, type Side, type Stage } from '../stage.js';
import { prepareStandings } from './records.js';
import { listDepartments } from './summary.js';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const READERS = 2;
/** Milliseconds between two increments: callers that leave the machine to others. */
const PAUSE = 20;
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '4GB', hot_standby_feedback: 'on' };

interface Measured {
  /** Milliseconds of each. */
  readonly increments: readonly number[];
  readonly reports: readonly number[];
  /** Seconds of the import; NaN where there was none. */
  readonly imported: number;
  /** Milliseconds of CPU. */
  readonly primary: number;
  readonly standbys: number;
  readonly seconds: number;
}

/**
 * A primary and two standbys in temporary folders: increments, and an import, alone and beside whole summaries that are
 * read from the primary or, behind HAProxy, from the standbys, all on this machine.
 */
export async function standbys(): Promise<void> {
  const cleanup = createCleanup();
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-standbys-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  try {
    const primary = await createCluster(cleanup, { settings: SETTINGS });
    await primary.start();
    const stage = await openStage(primary);
    cleanup.add(() => stage.close());
    await measure(await prepare(stage, primary, folder, cleanup));
  } finally {
    await cleanup.run();
  }
}

/** What is measured, and on which servers. */
interface Arrangement {
  readonly clusters: readonly [primary: Cluster, ...standbys: Cluster[]];
  readonly increment: () => Promise<unknown>;
  readonly importStandings: () => Promise<number>;
  readonly report: Readonly<Record<'primary' | 'standbys', () => Promise<unknown>>>;
}

async function prepare(
  stage: Stage,
  primary: Cluster,
  folder: string,
  cleanup: Cleanup,
): Promise<Arrangement> {
  const headers = await loadDemonstration(stage);
  // Before there are the people of the import.
  const body = JSON.stringify({ departments: await listDepartments(stage) });
  const importStandings = await prepareStandings(stage, folder);
  const copies = [
    await createStandby(primary, cleanup, SETTINGS),
    await createStandby(primary, cleanup, SETTINGS),
  ] as const;
  for (const copy of copies) await copy.start();
  const { pathname } = new URL(stage.url);
  const standbys = await balanceStandbys(copies, pathname.slice(1), cleanup);
  const key = await issueKey(stage);
  const versioning = await stage.service('versioning', { authorization: `Bearer ${key}` });
  const onPrimary = await stage.service('reporting', headers);
  const onStandbys = await stage.service('reporting', headers, { DATABASE_REPLICA_URL: standbys });
  const summaryOf = (side: Side) => () =>
    read(side, '/reporting/compliance-summaries?format=csv', { method: 'POST', body });
  return {
    clusters: [primary, ...copies],
    importStandings,
    increment: () => read(versioning, '/api/packages/bench/increment/patch', { method: 'POST' }),
    report: { primary: summaryOf(onPrimary), standbys: summaryOf(onStandbys) },
  };
}

async function measure(arrangement: Arrangement): Promise<void> {
  const { report, importStandings } = arrangement;
  // What is kept in memory from here on.
  for (const each of [report.primary, report.standbys, report.standbys]) await each();
  const rest = () => wait(SECONDS * 1_000).then(() => Number.NaN);
  const run = (name: string, work: () => Promise<number>, read?: () => Promise<unknown>) =>
    runBeside(arrangement, work, read).then(measured => [name, measured] as const);
  const measured = [
    await run('increments', rest),
    await run('and summaries of the primary', rest, report.primary),
    await run('and summaries of two standbys', rest, report.standbys),
    await run('increments and an import', importStandings),
    await run('and summaries of the primary', importStandings, report.primary),
    await run('and summaries of two standbys', importStandings, report.standbys),
  ];
  printTable(
    [
      ...['', 'increments, median ms', '95 of 100 ms', 'import s', 'summary s', 'summaries'],
      ...['primary, cores', 'both standbys, cores'],
    ],
    measured.map(([name, each]) => [name, ...figuresOf(each)]),
  );
}

/** Cores are the CPU time of a server for each second that passed. */
function figuresOf({ increments, reports, imported, primary, standbys, seconds }: Measured) {
  const sorted = [...increments].sort((one, other) => one - other);
  return [
    figure(median(sorted)),
    figure(sorted[Math.ceil(0.95 * sorted.length) - 1]!),
    figure(imported),
    figure(median(reports) / 1_000),
    reports.length,
    figure(primary / 1_000 / seconds),
    figure(standbys / 1_000 / seconds),
  ];
}

/** Increments, and summaries by two readers, for as long as `work` takes. */
async function runBeside(
  { clusters, increment }: Arrangement,
  work: () => Promise<number>,
  report?: () => Promise<unknown>,
): Promise<Measured> {
  const clocks = clusters.map(({ folder }) => clusterCpu(folder));
  const before = await Promise.all(clocks.map(clock => clock()));
  const start = performance.now();
  const ended = new AbortController();
  const increments = repeated(ended.signal, PAUSE, increment);
  const readers = report
    ? Array.from({ length: READERS }, () => repeated(ended.signal, 0, report))
    : [];
  const imported = await work();
  ended.abort();
  const reports = (await Promise.all(readers)).flat();
  const times = await increments;
  const seconds = (performance.now() - start) / 1_000;
  const used = await Promise.all(clocks.map(async (clock, n) => (await clock()) - before[n]!));
  const [primary, ...others] = used as [number, ...number[]];
  const standbys = others.reduce((sum, each) => sum + each, 0);
  return { increments: times, reports, imported, primary, standbys, seconds };
}

async function repeated(signal: AbortSignal, pause: number, work: () => Promise<unknown>) {
  const times: number[] = [];
  while (!signal.aborted) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
    await wait(pause);
  }
  return times;
}
