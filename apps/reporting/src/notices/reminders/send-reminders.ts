import { type Database, query, readStatement, transaction } from '@platform/db';
import type { Enqueue, Job } from '../../job-queue/job';
import { MOST_LINES } from './reminder-mail';

interface Claimed {
  readonly organization: number;
  /** The day in the organization's time zone, YYYY-MM-DD. */
  readonly date: string;
  /** When the reminders of that day are due. */
  readonly at: Date;
  /** False where that day has none, or had them. */
  readonly isDue: boolean;
}

const claimReminders = readStatement<Claimed>(__dirname, 'claim-reminders.sql');
const decideReminders = readStatement<{ mails: number; stages: number }>(
  __dirname,
  'decide-reminders.sql',
);
const purgeReminders = readStatement(__dirname, 'purge-reminders.sql');

/** For the organizations whose time has come. */
export const sendRemindersJob: Job = {
  name: 'send-reminders',
  timeout: 3_000,
  retries: 3,
  run: ({ db, enqueue, signal }) => sendReminders({ db, enqueue, signal, now: null }),
};

export interface ReminderRun {
  readonly db: Database;
  readonly enqueue: Enqueue;
  readonly signal: AbortSignal;
  /** Null: what the database's clock says. */
  readonly now: Date | null;
}

/** Each organization in one transaction: its mails, the stages that they announce, and its next time. */
export async function sendReminders({ db, enqueue, signal, now }: ReminderRun) {
  const handled = { organizations: 0, mails: 0, stages: 0 };
  for (;;) {
    const sent = await transaction(
      db,
      async tx => {
        const [claimed] = await query(tx, claimReminders, { now });
        if (!claimed) return null;
        const { organization, date, at, isDue } = claimed;
        if (!isDue) return { mails: 0, stages: 0 };
        const parameters = { organization, date, at, limit: MOST_LINES };
        const [decided] = await query(tx, decideReminders, parameters);
        await query(tx, purgeReminders, { organization, at });
        if (decided!.mails > 0) await enqueue(tx, 'send-mails', [{}]);
        return decided!;
      },
      { signal },
    );
    if (!sent) return handled;
    handled.organizations++;
    handled.mails += sent.mails;
    handled.stages += sent.stages;
  }
}
