import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createPool, withStatementConnection } from './connection';
import { type Definitions, explainMissingPrivileges } from './definitions';
import { isAccessRefused, isDatabaseUnavailable } from './errors';

export interface HealthReport {
  /** Degraded: the database works, but lacks privileges that some requests need. */
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  readonly latencyMs: number;
  /** Describes the problem without naming hosts; null if healthy. */
  readonly detail: string | null;
}

interface HealthCheckOptions {
  readonly definitions: Definitions | null;
  readonly log: { error(fields: object, message: string): void };
}

export const PROBE_TIMEOUT_MS = 2_000;

const WATCH_INTERVAL_MS = 15_000;

const LATE: HealthReport = {
  status: 'unhealthy',
  latencyMs: PROBE_TIMEOUT_MS,
  detail: `The database did not respond within ${PROBE_TIMEOUT_MS / 1_000} seconds.`,
};

/**
 * Probes the database and the privileges that the definitions require, over a dedicated connection. Logs each new problem
 * that does not resolve itself. Does not connect until the first check.
 */
export function createHealthCheck(url: string, { definitions, log }: HealthCheckOptions) {
  const pool = createPool({
    url,
    poolSize: 1,
    statementTimeout: PROBE_TIMEOUT_MS,
    applicationName: 'health',
  });
  pool.options.allowExitOnIdle = true;
  // A check times out first, and says how long it waited.
  pool.options.connectionTimeoutMillis = 2 * PROBE_TIMEOUT_MS;
  let running: Promise<HealthReport> | null = null;
  let logged: string | null = null;
  let last = Number.NaN;
  let watching: NodeJS.Timeout | undefined;
  const measure = async (): Promise<HealthReport> => {
    const start = performance.now();
    const { status, detail, error } = await probe(pool, definitions);
    const latencyMs = Math.round((performance.now() - start) * 10) / 10;
    if (detail !== null && detail !== logged && !isOutage(error)) log.error({ err: error }, detail);
    logged = detail;
    return { status, latencyMs, detail };
  };
  const check = async (): Promise<HealthReport> => {
    running ??= measure().finally(() => (running = null));
    const report = await Promise.race([running, wait(PROBE_TIMEOUT_MS, LATE, { ref: false })]);
    last = Number(report.status === 'healthy');
    return report;
  };
  return {
    /** Resolves within `PROBE_TIMEOUT_MS`. Concurrent calls share a probe, but each times out separately. */
    check,
    /** Probes regularly, whether or not anybody asks, until it is closed. */
    watch(): void {
      void check();
      watching ??= setInterval(() => void check(), WATCH_INTERVAL_MS).unref();
    },
    /** What the last probe found: 1 or 0; NaN before the first. */
    last: () => last,
    close(): Promise<void> {
      clearInterval(watching);
      return pool.end();
    },
  };
}

type Finding = Omit<HealthReport, 'latencyMs'> & { readonly error?: unknown };

async function probe(pool: Pool, definitions: Definitions | null): Promise<Finding> {
  try {
    const missing = await withStatementConnection(pool, async client => {
      const { rows } = await client.query<{ isReadOnly: boolean }>(
        `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
      );
      // Close the connection to a read-only server: the next one may reach the primary.
      if (rows[0]?.isReadOnly) {
        throw Object.assign(new Error('The database is read-only.'), { code: '25006' });
      }
      return definitions && (await explainMissingPrivileges(client, definitions));
    });
    return { status: missing === null ? 'healthy' : 'degraded', detail: missing };
  } catch (error) {
    return { status: 'unhealthy', detail: describe(error), error };
  }
}

/** Health is public, and the server's message may name users and hosts, so only its code is included. */
function describe(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (!isOutage(error)) return `The database cannot be used (${String(code)}); see the log.`;
  return code === '25006' ? 'The database is read-only.' : 'The database is unreachable.';
}

/** Outages are logged by the requests that encounter them. */
function isOutage(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isAccessRefused(error);
}
