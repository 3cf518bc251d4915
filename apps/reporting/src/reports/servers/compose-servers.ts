import { createDatabase, type Database, PROBE_TIMEOUT_MS } from '@platform/db';
import type { Log, Metrics } from '@platform/http';
import { PrimaryPositions } from './primary-positions';
import { ReportServer } from './report-server';
import { ReportServers } from './report-servers';
import { Standby } from './standby';

export interface ReportServersConfig {
  readonly primary: string;
  readonly standbys: readonly string[];
  /** Milliseconds, as the next. */
  readonly maxLag: number;
  readonly statementTimeout: number;
  /** Connections to each server. */
  readonly poolSize: number;
  readonly service: string;
}

/** Milliseconds of the primary's positions; a standby that is further behind is judged by its commits. */
const LEAST_REMEMBERED = 60_000;

/** Connects to nothing yet. */
export function createReportServers(
  config: ReportServersConfig,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
): ReportServers {
  const { primary, standbys, maxLag, statementTimeout, poolSize, service } = config;
  const applicationName = `${service} reports`;
  const reads = (url: string): Database =>
    createDatabase({ url, poolSize, statementTimeout, applicationName, log });
  const checks = (url: string): Database =>
    createDatabase({
      url,
      poolSize: 1,
      statementTimeout: PROBE_TIMEOUT_MS,
      applicationName: `${service} standbys`,
    });
  const servers = new ReportServers({
    primary: new ReportServer(reads(primary)),
    standbys: standbys.map(
      url =>
        new Standby({
          name: nameOf(url),
          reads: reads(url),
          checks: checks(url),
          maxLag: maxLag / 1_000,
          log,
        }),
    ),
    positions: new PrimaryPositions(checks(primary), Math.max(2 * maxLag, LEAST_REMEMBERED)),
    log,
  });
  if (standbys.length > 0) observe(servers, metrics);
  return servers;
}

function observe({ standbys }: ReportServers, metrics: Metrics): void {
  const byName = (read: (standby: Standby) => number) => () =>
    Object.fromEntries(standbys.map(standby => [standby.name, read(standby)]));
  metrics.gauge(
    'standby_usable',
    'Whether reports read a standby: 1, or 0 while it lags or is away',
    'standby',
    byName(({ isUsable }) => Number(isUsable)),
  );
  metrics.gauge(
    'standby_lag_seconds',
    'How far a standby is behind the primary; NaN while it is away',
    'standby',
    byName(({ lag }) => lag),
  );
  metrics.gauge(
    'standby_reads',
    'Reports that are read from a standby now',
    'standby',
    byName(({ running }) => running),
  );
}

/** Without what signs in. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}
