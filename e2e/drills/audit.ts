import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, type Database } from '@platform/db';
import type { Cleanup } from '../scratch/cleanup.js';
import { commandLine, migrate, type Service, startService } from '../scratch/services.js';
import { AUDITED, type AuditedService } from './audit/audited-service.js';
import { countOutOfOrder, type Recorded, startRecorders } from './audit/recorders.js';
import type { Drill, DrillContext, Row } from './drill.js';
import { type Cluster, createCluster } from './postgres.js';

const TIMES = 5;

const RECORDERS = 4;

/** Events that are read on from page to page. */
const PAGED = 100_000;
const PAGE = 1_000;

/** Replicas that write the audit as lines are killed, half of them as soon as they have written some. */
export const drill: Drill = async function* (context): AsyncGenerator<Row> {
  const { cleanup } = context;
  const cluster = await createCluster(cleanup);
  await cluster.start();
  await migrate(cluster.url);
  const db = createDatabase({
    ...{ url: cluster.url, poolSize: RECORDERS, statementTimeout: 60_000 },
    applicationName: 'drill',
  });
  cleanup.add(() => db.close());
  for (const audited of AUDITED) yield await killWriters(context, cluster, db, audited);
  yield await readPages(context, cluster);
};

async function killWriters(
  { cleanup, times = TIMES, say }: DrillContext,
  cluster: Cluster,
  db: Database,
  audited: AuditedService,
): Promise<Row> {
  const what = `a replica of ${audited.name} killed while it writes the audit as lines`;
  const writers = await startWriters(cluster, audited, cleanup);
  const recorders = startRecorders(db, audited.record, RECORDERS);
  for (let time = 1; time <= times; time++) {
    if (audited.hurry !== null) await cluster.query(audited.hurry);
    await writers.kill(time % 2 === 0 ? 'once it wrote' : 'at any moment');
    if (time % 10 === 0) say(`${what}: ${time} of ${times}`);
  }
  const recorded = await recorders.finish();
  await untilWritten(cluster, audited);
  await writers.stop();
  const counted = { kills: times, ...judge(audited, recorded, writers.lines()) };
  return {
    ...{ what, times, counted },
    holds:
      recorded.length > times &&
      counted['never written'] +
        counted['numbers left out'] +
        counted['not as the schema'] +
        counted['not in the order of commits'] ===
        0,
  };
}

function judge(audited: AuditedService, recorded: readonly Recorded[], lines: readonly string[]) {
  const numbers = new Map<string, number>();
  const written = new Set<number>();
  let [wrong, torn] = [0, 0];
  for (const line of lines) {
    const event = parse(line);
    if (event === null) torn++;
    else {
      if (!audited.isValid(event)) wrong++;
      const { number, actor } = audited.read(event);
      numbers.set(actor, number);
      written.add(number);
    }
  }
  return {
    events: recorded.length,
    lines: lines.length,
    'broken off by a kill': torn,
    'never written': recorded.filter(({ actor }) => !numbers.has(actor)).length,
    'numbers left out': Math.max(...written) - written.size,
    'not as the schema': wrong,
    'not in the order of commits': countOutOfOrder(recorded, numbers),
  };
}

function parse(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Two replicas, each of whose lives writes to a file of its own. */
async function startWriters({ url }: Cluster, { name }: AuditedService, cleanup: Cleanup) {
  const folder = mkdtempSync(path.join(tmpdir(), 'drill-'));
  cleanup.add(() => rmSync(folder, { recursive: true }));
  const env = {
    ...process.env,
    ...{ DATABASE_URL: url, LOG_LEVEL: 'silent', AUDIT_LOG: 'stdout' },
    SESSION_SECRET: 'a'.repeat(32),
  };
  let lives = 0;
  const start = async () => {
    const file = path.join(folder, `${++lives}.jsonl`);
    return { file, service: await startService(name, env, cleanup, file) };
  };
  const running = [await start(), await start()];
  const end = async ({ child, exited }: Service, signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return {
    async kill(when: 'once it wrote' | 'at any moment'): Promise<void> {
      const victim =
        when === 'once it wrote' ? await firstToGrow(running) : running[Math.round(Math.random())]!;
      if (when === 'at any moment') await wait(Math.random() * 5_000);
      await end(victim.service, 'SIGKILL');
      running[running.indexOf(victim)] = await start();
    },
    async stop() {
      for (const { service } of running) await end(service, 'SIGTERM');
    },
    lines: () =>
      readdirSync(folder)
        .flatMap(file => readFileSync(path.join(folder, file), 'utf8').split('\n'))
        .filter(line => line !== ''),
  };
}

async function firstToGrow<Writer extends { file: string }>(
  writers: readonly Writer[],
): Promise<Writer> {
  const sizes = writers.map(({ file }) => statSync(file).size);
  for (;;) {
    const grown = writers.find(({ file }, index) => statSync(file).size > sizes[index]!);
    if (grown) return grown;
    await wait(1);
  }
}

async function untilWritten(cluster: Cluster, { table, sequence, hurry }: AuditedService) {
  const left = `select (select count(*) from ${table} where number is null)
    + (select coalesce(max(number), 0) from ${table}) - (select written from ${sequence})`;
  while ((await cluster.query(left)) !== '0') {
    if (hurry !== null) await cluster.query(hurry);
    await wait(2_000);
  }
}

/** Milliseconds of ten pages at the beginning, in the middle and at the end. */
async function readPages({ cleanup, say }: DrillContext, cluster: Cluster): Promise<Row> {
  say(`${PAGED} events are recorded and numbered`);
  const reporting = AUDITED[0]!;
  await cluster.query(`insert into reporting.audit_event (kind, actor)
    select 'sign-out', 'actor ' || n from generate_series(1, ${PAGED}) as n`);
  const env = { ...process.env, DATABASE_URL: cluster.url, LOG_LEVEL: 'silent' };
  const runCommand = commandLine(env);
  await runCommand('reporting', ['demo', '--json']);
  const operator = await cluster.query('select email from reporting.account where is_operator');
  const company = await cluster.query('select handle from reporting.company limit 1');
  const owner = ['--email', operator, '--company', company];
  const secret = await runCommand('reporting', ['secrets', 'create', ...owner]);
  const settings = { SESSION_SECRET: 'a'.repeat(32), RATE_LIMIT_DEFAULT: 'off' };
  const { url } = await startService('reporting', { ...env, ...settings }, cleanup);
  const unnumbered = `select count(*) from ${reporting.table} where number is null`;
  while ((await cluster.query(unnumbered)) !== '0') {
    await cluster.query(reporting.hurry!);
    await wait(2_000);
  }
  // The first reading warms the service and the database up.
  await readOn(url, secret);
  const { events, times } = await readOn(url, secret);
  const whole = times.slice(0, -1);
  const median = (pages: number[]) => pages.sort((a, b) => a - b)[pages.length >> 1]!;
  const half = whole.length >> 1;
  const [first, middle, end] = [
    median(whole.slice(0, 10)),
    median(whole.slice(half - 5, half + 5)),
    median(whole.slice(-10)),
  ];
  return {
    what: `the audit of reporting read on by pages of ${PAGE}`,
    times: times.length,
    counted: {
      events,
      'a page at its beginning': `${first.toFixed(0)} ms`,
      'in its middle': `${middle.toFixed(0)} ms`,
      'at its end': `${end.toFixed(0)} ms`,
    },
    holds: events >= PAGED && Math.max(middle, end) < 2 * first,
  };
}

/** Reads every event; milliseconds of each page. */
async function readOn(url: string, secret: string): Promise<{ events: number; times: number[] }> {
  const times: number[] = [];
  let [last, events] = [0, 0];
  for (let isEnd = false; !isEnd; ) {
    const began = performance.now();
    const response = await fetch(`${url}/security/audit-events?after=${last}&limit=${PAGE}`, {
      headers: { 'X-Api-Key': secret },
    });
    const lines = (await response.text()).split('\n').filter(line => line !== '');
    times.push(performance.now() - began);
    events += lines.length;
    last = (JSON.parse(lines.at(-1) ?? '{"number":0}') as { number: number }).number;
    isEnd = lines.length < PAGE;
  }
  return { events, times };
}
