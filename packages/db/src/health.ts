import type { Pool } from 'pg';
import { createPool, withStatementConnection } from './connection';
import type { Definitions } from './definitions';
import { isAccessRefused, isDatabaseUnavailable } from './errors';
import { explainMissingPrivileges } from './privileges';

export interface HealthReport {
  /** Degraded: the database works, and lacks something for a part of the calls. */
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  /** Milliseconds until the probe ended or timed out. */
  readonly latencyMs: number;
  /** What is wrong, without addresses; null while healthy. */
  readonly detail: string | null;
}

export interface HealthCheckOptions {
  readonly definitions: Definitions | null;
  readonly log: { error(fields: object, message: string): void };
}

export const PROBE_TIMEOUT_MS = 2_000;

/**
 * Probes a database, and that it has the privileges of the definitions, over a connection of its own, independent of
 * other work. Logs each change to a fault that somebody has to mend. Opens no connection yet.
 */
export function createHealthCheck(url: string, { definitions, log }: HealthCheckOptions) {
  const pool = createPool({
    url,
    poolSize: 1,
    statementTimeout: PROBE_TIMEOUT_MS,
    applicationName: 'health',
  });
  pool.options.allowExitOnIdle = true;
  let running: Promise<HealthReport> | null = null;
  let logged: string | null = null;
  const measure = async (): Promise<HealthReport> => {
    const start = performance.now();
    const { status, detail, error } = await probe(pool, definitions);
    const latencyMs = Math.round((performance.now() - start) * 10) / 10;
    if (detail !== null && detail !== logged && !passes(error)) log.error({ err: error }, detail);
    logged = detail;
    return { status, latencyMs, detail };
  };
  return {
    /** Resolves within `PROBE_TIMEOUT_MS`. Concurrent calls share a probe, each wait of which ends by itself. */
    check(): Promise<HealthReport> {
      running ??= measure().finally(() => (running = null));
      return atMost(PROBE_TIMEOUT_MS, running);
    },
    close: () => pool.end(),
  };
}

type Finding = Omit<HealthReport, 'latencyMs'> & { readonly error?: unknown };

async function probe(pool: Pool, definitions: Definitions | null): Promise<Finding> {
  try {
    const lacks = await withStatementConnection(pool, async client => {
      const { rows } = await client.query<{ isReadOnly: boolean }>(
        `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
      );
      // A read-only server refuses statements. Close the connection: the next may reach another server.
      if (rows[0]?.isReadOnly) {
        throw Object.assign(new Error('The database is read-only.'), { code: '25006' });
      }
      return definitions && (await explainMissingPrivileges(client, definitions));
    });
    return { status: lacks === null ? 'healthy' : 'degraded', detail: lacks };
  } catch (error) {
    return { status: 'unhealthy', detail: describe(error), error };
  }
}

/** Health is public, and the message of the server may name users and addresses: its code alone. */
function describe(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (!passes(error)) return `The database cannot be used (${String(code)}); the log says why.`;
  return code === '25006' ? 'The database is read-only.' : 'The database is unreachable.';
}

/** An outage is logged by the calls that meet it. */
function passes(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isAccessRefused(error);
}

function atMost(timeout: number, report: Promise<HealthReport>): Promise<HealthReport> {
  return new Promise(resolve => {
    const late: HealthReport = {
      status: 'unhealthy',
      latencyMs: timeout,
      detail: `The database did not answer within ${timeout / 1_000} seconds.`,
    };
    const timer = setTimeout(resolve, timeout, late);
    void report.then(resolve).then(() => clearTimeout(timer));
  });
}
