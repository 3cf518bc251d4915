import { setTimeout as wait } from 'node:timers/promises';
import type { Cleanup } from '../../scratch/cleanup.js';
import {
  commandLine,
  issueKey,
  makeReader,
  migrate,
  startService,
} from '../../scratch/services.js';
import type { Row } from '../drill.js';
import { eventually } from '../eventually.js';
import { startIncrements } from '../increments.js';
import { startReplicas } from '../replicas.js';
import { startReports } from '../reports.js';
import { countFound, prepareCommand } from '../whole-command.js';

/** Two servers of PostgreSQL behind two addresses. */
export interface Failover {
  /** The address that always leads to the primary. */
  readonly primaryUrl: (database: string) => string;
  /** The address that leads to the standby. */
  readonly standbyUrl: (database: string) => string;
  /** Kills the primary; resolves when the standby has taken its place. */
  fail(): Promise<void>;
  /** Resolves when the server that was killed is a synchronous standby. */
  rejoin(): Promise<void>;
}

/** Both services under load on the two servers, an import running, while the primary is killed. */
export async function failOver(
  what: string,
  {
    failover,
    cleanup,
    times,
    say,
  }: { failover: Failover; cleanup: Cleanup; times: number; say: (text: string) => void },
): Promise<Row> {
  const databaseUrl = failover.primaryUrl('postgres');
  // HAProxy takes every server for the primary until it has asked.
  await eventually(() => migrate(databaseUrl));
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATABASE_REPLICA_URL: failover.standbyUrl('postgres'),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_DEFAULT: 'off',
    RATE_LIMIT_REPORTS: 'off',
    SESSION_SECRET: 'a'.repeat(32),
  };
  const key = await issueKey(commandLine(env));
  const { secret } = await makeReader(commandLine(env));
  const importing = await prepareCommand({
    args: ['import', 'examples/import'],
    env,
    url: failover.primaryUrl,
  });
  const versioning = await startReplicas('versioning', 2, env, cleanup);
  const reporting = await startService('reporting', env, cleanup);

  const increments = startIncrements({ url: versioning.url, key, slug: 'failover' }, 10);
  const reports = await startReports(reporting.url, secret);
  const found = countFound();
  for (let time = 1; time <= times; time++) {
    const command = await importing.start();
    await wait(importing.duration * (0.3 + Math.random() * 0.7));
    const before = increments.taken();
    await failover.fail();
    while (increments.taken() < before + 20) await wait(20);
    await command.exited;
    found[await command.found()] += 1;
    await failover.rejoin();
    say(`${what}: ${time} of ${times}`);
  }
  const { taken, lost, twice, failed } = await increments.finish();
  const { wrong, ...answered } = await reports.finish();
  return {
    what,
    times,
    counted: {
      increments: taken,
      lost,
      twice,
      failed,
      'longest interruption': `${(increments.longestPause() / 1000).toFixed(1)} s`,
      ...answered,
      'reports that were wrong': wrong,
      'imports in part': found['a part'],
    },
    holds: lost + twice + failed + wrong + found['a part'] === 0 && answered.reports > 0,
  };
}
