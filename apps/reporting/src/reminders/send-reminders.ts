import {
  type Database,
  isDatabaseUnavailable,
  isStatementTimeout,
  query,
  readStatements,
  transaction,
} from '@platform/db';
import type { Log } from '@platform/http';
import type { Enqueue, Job } from '@platform/jobs';
import { MAX_LINES } from './reminder-mail';

const sql = readStatements(__dirname, 'send-reminders.sql');

/** `date` is the day in the organization's time zone, YYYY-MM-DD, whose reminders were due at `at`. */
type Claimed =
  | { readonly date: string; readonly at: Date }
  // The day has no reminders, or they were already sent.
  | { readonly date: null; readonly at: null };

const findDue = sql<{ organization: number }>('find-due-reminders');
const claimReminders = sql<Claimed>('claim-reminders');
const decideReminders = sql<{ mails: number; stages: number }>('decide-reminders');
const purgeReminders = sql('purge-reminders');

export const sendRemindersJob: Job = {
  name: 'send-reminders',
  timeout: 3_000,
  // The next run follows within a minute.
  retries: 0,
  run: ({ db, log, enqueue, signal }) => sendReminders({ db, log, enqueue, signal, now: null }),
};

export interface ReminderRun {
  readonly db: Database;
  readonly log: Log;
  readonly enqueue: Enqueue;
  readonly signal: AbortSignal;
  /** Null for the database's clock. */
  readonly now: Date | null;
}

/**
 * Writes each organization's emails, announced stages and next time in a separate transaction.
 * @throws Error at the end if some organizations failed, whose reminders remain due
 */
export async function sendReminders(run: ReminderRun) {
  const { db, log, signal, now } = run;
  const due = await query(db, findDue, { now });
  const handled = { organizations: 0, mails: 0, stages: 0 };
  let failed = 0;
  for (const { organization } of due) {
    try {
      const sent = await remindOrganization(run, organization);
      if (!sent) continue;
      handled.organizations++;
      handled.mails += sent.mails;
      handled.stages += sent.stages;
    } catch (error) {
      signal.throwIfAborted();
      // An outage affects all organizations, a statement timeout perhaps only this one.
      if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) throw error;
      failed++;
      log.error({ err: error, organization }, 'reminders failed');
    }
  }
  if (failed > 0)
    throw new Error(`The reminders of ${failed} of ${due.length} organizations failed.`);
  return handled;
}

/** Returns null if a different replica has claimed them. */
function remindOrganization({ db, enqueue, signal, now }: ReminderRun, organization: number) {
  return transaction(
    db,
    async tx => {
      const [claimed] = await query(tx, claimReminders, { organization, now });
      if (!claimed) return null;
      const { date, at } = claimed;
      if (date === null) return { mails: 0, stages: 0 };
      const [decided] = await query(tx, decideReminders, {
        organization,
        date,
        at,
        limit: MAX_LINES,
      });
      await query(tx, purgeReminders, { organization, at });
      if (decided!.mails > 0) await enqueue(tx, 'send-mails', [{}]);
      return decided!;
    },
    { signal },
  );
}
