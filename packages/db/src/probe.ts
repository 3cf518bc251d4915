import { Pool } from 'pg';

/** Asks the database whether it is there, over a connection that no other work can keep busy. */
export interface Probe {
  /** Rejects when the database is out of reach or does not answer in time. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** `patience` is in milliseconds, for connecting and for the answer each. */
export function createProbe(url: string, patience: number): Probe {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    application_name: 'health',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    allowExitOnIdle: true,
  });
  pool.on('error', () => undefined);
  return {
    async check() {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
}
