import { setTimeout as wait } from 'node:timers/promises';
import {
  commandLine,
  issueKey,
  makeReader,
  migrate,
  type Service,
  startService,
} from '../scratch/services.js';
import type { Drill, DrillContext, Row } from './drill.js';
import { startIncrements } from './increments.js';
import { type Cluster, createCluster } from './postgres.js';
import { createClock, STEPS } from './stepping-clock.js';

const TIMES = 20;

const NEWEST_SNAPSHOT = `
  select max(snapshot_date) || ' ' || (select max(month) from reporting.monthly_statistic)
  from reporting.compliance_snapshot`;

/** Ends of months and years to come, and a leap day; each is met a second before midnight. */
function daysToCome(): string[] {
  const year = new Date().getUTCFullYear() + 1;
  const leap = year + 4 - (year % 4);
  const days = ['02-28', '04-30', '12-31'];
  return [...days.map(day => `${year}-${day}`), `${leap}-02-28`, `${leap}-02-29`, `${leap}-12-31`];
}

/** The clock of the services steps, and passes the ends of months and years. */
export const drill: Drill = async function* ({ cleanup, times = TIMES, say }): AsyncGenerator<Row> {
  const clock = createClock(cleanup);
  const cluster = await createCluster(cleanup);
  await cluster.start();
  await migrate(cluster.url);
  const env = {
    ...process.env,
    DATABASE_URL: cluster.url,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_REPORTS: 'off',
    SESSION_SECRET: 'a'.repeat(32),
  };
  const key = await issueKey(commandLine(env));
  const { company, secret } = await makeReader(commandLine(env));
  const stepping = { ...env, ...clock.env };
  const unlimited = { ...stepping, RATE_LIMIT_DEFAULT: '1000000/60' };
  const versioning = await startService('versioning', unlimited, cleanup);
  const reporting = await startService('reporting', unlimited, cleanup);
  const report = async (query: string) => {
    const headers = { 'X-Api-Key': secret };
    const response = await fetch(`${reporting.url}/reporting/${query}`, { headers });
    await response.text();
    return response.status === 200;
  };

  const services = { clock, versioning, key, report };

  say('the clock steps');
  yield await step(services, times);
  yield await passDays(services, cluster, say, () =>
    commandLine(stepping)('reporting', ['snapshot', 'take', '--company', company]),
  );
};

/** Services whose clock a drill sets. */
interface Stepping {
  readonly clock: ReturnType<typeof createClock>;
  readonly versioning: Service;
  readonly key: string;
  /** Whether a report is answered with 200. */
  readonly report: (query: string) => Promise<boolean>;
}

async function step({ clock, versioning, key, report }: Stepping, times: number): Promise<Row> {
  const increments = startIncrements({ url: versioning.url, key, slug: 'clock' }, 10);
  let refused = 0;
  for (let time = 0; time < times; time++) {
    clock.stepBy(STEPS[time % STEPS.length]!);
    await wait(500);
    if (!(await report('achievement-gaps/achievements'))) refused += 1;
  }
  const { taken, lost, twice, failed } = await increments.finish();
  return {
    what: 'the clock of the services set forwards and back, up to 400 days',
    times,
    counted: { increments: taken, lost, twice, failed, 'reports refused': refused },
    holds: lost + twice + failed + refused === 0 && taken > 0,
  };
}

async function passDays(
  { clock, report }: Stepping,
  cluster: Cluster,
  say: DrillContext['say'],
  takeSnapshot: () => Promise<unknown>,
): Promise<Row> {
  const found = { snapshots: 0, 'of another day or month': 0, 'reports refused': 0 };
  const days = daysToCome();
  for (const day of days) {
    say(day);
    clock.stepTo(`${day}T23:59:58Z`);
    // Before midnight and after it.
    for (let time = 0; time < 4; time++) {
      const [year, month] = day.split('-').map(Number);
      for (const query of [
        'expirations',
        'achievement-gaps/achievements',
        'compliance-overview',
        'competency-validations',
        'directory-contacts',
        `monthly-statistics?year=${year}&month=${month}`,
      ]) {
        if (!(await report(query))) found['reports refused'] += 1;
      }
      await wait(500);
    }
    clock.stepTo(`${day}T12:00:00Z`);
    await takeSnapshot();
    const newest = await cluster.query(NEWEST_SNAPSHOT);
    found.snapshots += 1;
    if (newest !== `${day} ${day.slice(0, 7)}-01`) found['of another day or month'] += 1;
  }
  return {
    what: "reports and snapshots at a leap day and at months' and years' ends",
    times: days.length,
    counted: found,
    holds: found['of another day or month'] + found['reports refused'] === 0,
  };
}
