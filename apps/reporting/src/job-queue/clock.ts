import { type Database, query, readStatement, type Transaction, transaction } from '@platform/db';
import { Cron } from 'croner';

export interface Clocked {
  readonly name: string;
  /** Cron with five fields, in UTC. */
  readonly schedule: string;
}

const readTime = readStatement<{ now: Date }>(__dirname, 'read-time.sql');
const claimDue = readStatement<{ name: string }>(__dirname, 'claim-due.sql');

/**
 * Enqueues each due job and sets its next time in one transaction: once per time over all replicas, even when one
 * dies. The database's clock decides; when it is set back, a job waits for the stored time.
 */
export function enqueueDue(
  db: Database,
  jobs: readonly Clocked[],
  enqueue: (tx: Transaction, names: string[], now: Date) => Promise<void>,
): Promise<void> {
  return transaction(db, async tx => {
    const { now } = (await query(tx, readTime))[0]!;
    const due = await query(tx, claimDue, {
      names: jobs.map(({ name }) => name),
      expressions: jobs.map(({ schedule }) => schedule),
      nextTimes: jobs.map(({ schedule }) => nextTime(schedule, now)),
    });
    if (due.length > 0)
      await enqueue(
        tx,
        due.map(({ name }) => name),
        now,
      );
  });
}

function nextTime(expression: string, after: Date): Date {
  const cron = new Cron(expression, { timezone: 'UTC', paused: true });
  const next = cron.nextRun(after);
  cron.stop();
  if (!next) throw new Error(`The schedule ${expression} has no next time.`);
  return next;
}
