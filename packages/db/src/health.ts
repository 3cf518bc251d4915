import type { Pool } from 'pg';
import { createPool, withStatementConnection } from './connection';

export interface HealthReport {
  readonly isHealthy: boolean;
  /** Milliseconds until the probe ended or timed out. */
  readonly latencyMs: number;
}

export const PROBE_TIMEOUT_MS = 2_000;

/** Probes a database over a connection of its own, independent of other work. Opens none yet. */
export function createHealthCheck(url: string) {
  const pool = createPool({
    url,
    poolSize: 1,
    statementTimeout: PROBE_TIMEOUT_MS,
    applicationName: 'health',
  });
  pool.options.allowExitOnIdle = true;
  let running: Promise<HealthReport> | null = null;
  return {
    /** Resolves within `PROBE_TIMEOUT_MS`. Concurrent calls share a probe, each wait of which ends by itself. */
    check(): Promise<HealthReport> {
      running ??= measure(pool).finally(() => (running = null));
      return atMost(PROBE_TIMEOUT_MS, running);
    },
    close: () => pool.end(),
  };
}

async function measure(pool: Pool): Promise<HealthReport> {
  const start = performance.now();
  const isHealthy = await probe(pool).then(
    () => true,
    () => false,
  );
  return { isHealthy, latencyMs: Math.round((performance.now() - start) * 10) / 10 };
}

async function probe(pool: Pool): Promise<void> {
  await withStatementConnection(pool, async client => {
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    );
    // A read-only server refuses statements. Close the connection: the next may reach another server.
    if (rows[0]?.isReadOnly) {
      throw Object.assign(new Error('The database is read-only.'), { code: '25006' });
    }
  });
}

function atMost(timeout: number, report: Promise<HealthReport>): Promise<HealthReport> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, timeout, { isHealthy: false, latencyMs: timeout });
    void report.then(resolve).then(() => clearTimeout(timer));
  });
}
