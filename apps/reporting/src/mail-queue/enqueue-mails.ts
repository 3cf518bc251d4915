import { execute, readStatement, type Transaction } from '@platform/db';
import type { Wake } from '@platform/jobs';

/** An email to be composed from its kind and data when it is sent. */
export interface NewMail {
  readonly kind: string;
  /** Unique, so that each email is added and sent once. */
  readonly reason: string;
  readonly accountId: number;
  /** The internal ID of an organization; null for emails that concern only the account. */
  readonly companyId?: number | null;
  /** JSON without secrets; tokens in links are created when the email is sent. */
  readonly data?: object;
}

/** Enqueues emails in the transaction. Returns the number of new ones. */
export type EnqueueMails = (tx: Transaction, mails: readonly NewMail[]) => Promise<number>;

const addMails = readStatement(__dirname, 'enqueue-mails.sql');

/** Emails are stored as rows, which the job `send-mails` sends. */
export function createMailQueue(wake: Wake): EnqueueMails {
  return async (tx, mails) => {
    const added = await execute(tx, addMails, { mails: JSON.stringify(mails) });
    if (added > 0) await wake(tx, 'send-mails');
    return added;
  };
}
