import { inSlices, query, readStatements, type Transaction } from '@platform/db';
import { Problem } from '@platform/http';
import type { Job, Wake } from '@platform/jobs';

const sql = readStatements(__dirname, 'post-mails.sql');

/** Composed when it is sent, from its kind and data. */
export interface NewMail {
  readonly kind: string;
  /** Mails are unique by reason: each is added and sent once. */
  readonly reason: string;
  readonly accountId: number;
  readonly companyId: number | null;
  /** JSON without secrets: tokens of links are created when the mail is sent. */
  readonly data: object;
}

/** Enqueues mails within the transaction. Returns how many are new. */
export type PostMails = (tx: Transaction, mails: readonly NewMail[]) => Promise<number>;

const addMails = sql<{ id: number }>('add-mails');

/** Mails are rows, sent by the job `send-mails`. */
export function createPostMails(wake: Wake): PostMails {
  return async (tx, mails) => {
    const added = await query(tx, addMails, {
      accountIds: mails.map(({ accountId }) => accountId),
      companyIds: mails.map(({ companyId }) => companyId),
      kinds: mails.map(({ kind }) => kind),
      reasons: mails.map(({ reason }) => reason),
      data: mails.map(({ data }) => JSON.stringify(data)),
    });
    if (added.length > 0) await wake(tx, 'send-mails');
    return added.length;
  };
}

export function mailNotConfigured(): Problem {
  return new Problem(
    'mail-not-configured',
    'This service sends no mail. Whoever runs it sets SMTP_URL, MAIL_FROM and PUBLIC_URL.',
  );
}

/** For which deliveries are listed. */
const KEPT_DAYS = 90;

const purgeMails = sql<{ purged: number }>('purge-mails');

/** A mail that waits is kept, however old. */
export const purgeMailsJob: Job = {
  name: 'purge-mails',
  timeout: 3_000,
  retries: 3,
  async run({ db, signal }) {
    const purge = async () => (await query(db, purgeMails, { days: KEPT_DAYS }))[0]!.purged;
    return { purged: await inSlices(purge, signal) };
  },
};
