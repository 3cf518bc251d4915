import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase } from '@platform/db';
import type { Cleanup } from '../../scratch/cleanup.js';
import { eventually } from '../eventually.js';
import type { Cluster } from '../postgres.js';

/** The outbox of a server that may be killed: statements are repeated until it answers. */
export interface Outbox {
  /** The rows of a statement as lists. */
  readonly query: (sql: string) => Promise<string[][]>;
  /** Which of these mails the database does not have as sent. */
  readonly waiting: (ids: readonly string[]) => Promise<string[]>;
  /** Keeps mails from being recorded until the function is called that it resolves with. */
  readonly lock: () => Promise<() => Promise<void>>;
  /** Resolves once a mail cannot be recorded because of the lock. */
  readonly blocked: () => Promise<void>;
  /** Ends the pauses of mails, runs and jobs. */
  readonly hurry: () => Promise<void>;
  /** Resolves once no mail and no run waits. */
  readonly settled: () => Promise<void>;
}

const HURRY = `
  update reporting.mail set next_attempt_at = now() where finished_at is null;
  update reporting.schedule_run set next_attempt_at = now() where finished_at is null;
  insert into reporting_jobs_12.job (name, data) values ('send-mails', '{}'), ('run-schedules', '{}')`;

const LEFT = `
  select (select count(*) from reporting.mail where finished_at is null)
    + (select count(*) from reporting.schedule_run where finished_at is null)`;

export function openOutbox(cluster: Cluster, cleanup: Cleanup): Outbox {
  const query = startQueries(cluster.url, cleanup);
  const untilLock = async (mode: 'ShareLock' | 'RowExclusiveLock', isGranted: boolean) => {
    const count = `select count(*) from pg_locks
      where relation = 'reporting.mail'::regclass and mode = '${mode}' and granted = ${isGranted}`;
    while ((await query(count))[0]![0] === '0') await wait(50);
  };
  const hurry = async () => {
    await query(HURRY);
  };
  return {
    query,
    async waiting(ids) {
      const rows = await query('select uuid from reporting.mail where finished_at is null');
      const waiting = new Set(rows.map(([id]) => id));
      return ids.filter(id => waiting.has(id));
    },
    async lock() {
      const lock = cluster.query(
        'begin; lock table reporting.mail in share mode; select pg_sleep(60); commit',
      );
      const ended = lock.catch(() => undefined);
      await untilLock('ShareLock', true);
      return async () => {
        await query(`select pg_cancel_backend(pid) from pg_locks
          where relation = 'reporting.mail'::regclass and mode = 'ShareLock'`);
        await ended;
      };
    },
    blocked: () => untilLock('RowExclusiveLock', false),
    hurry,
    async settled() {
      while ((await query(LEFT))[0]![0] !== '0') {
        await hurry();
        await wait(2_000);
      }
    },
  };
}

/** Over connections that live on: a program for each statement would take most of the time. */
function startQueries(url: string, cleanup: Cleanup): Outbox['query'] {
  const db = createDatabase({
    ...{ url, poolSize: 2, statementTimeout: 60_000, applicationName: 'drill' },
  });
  cleanup.add(() => db.close());
  return sql =>
    eventually(async () => {
      const result = await db.pool.query<unknown[]>({ text: sql, rowMode: 'array' });
      // Several statements at once have no rows.
      return Array.isArray(result) ? [] : result.rows.map(row => row.map(String));
    });
}
