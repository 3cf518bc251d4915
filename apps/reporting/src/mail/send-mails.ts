import {
  type Database,
  isDatabaseUnavailable,
  query,
  readStatements,
  type Transaction,
  transaction,
} from '@platform/db';
import type { Log } from '@platform/http';
import type { Job } from '@platform/jobs';
import type { Language } from '../http/principal';
import type { Message } from './message';
import { MailRefused, type MailTransport } from './transport';

const sql = readStatements(__dirname, 'send-mails.sql');

export interface DueMail {
  readonly id: number;
  readonly uuid: string;
  readonly kind: string;
  readonly data: unknown;
  readonly attempts: number;
  /** When its retries began; null before and during an outage of the server. */
  readonly retriedAt: Date | null;
  readonly accountId: number;
  readonly accountUuid: string;
  readonly email: string | null;
  readonly name: string;
  readonly language: Language;
  readonly isDisabled: boolean;
  /** Null for emails that concern only the account. */
  readonly companyId: number | null;
  readonly companyUuid: string | null;
  readonly companyHandle: string | null;
  readonly companyName: string | null;
}

/**
 * Composes an email from current rights and names, in the transaction that records it as sent; null if it is no longer
 * needed.
 */
export type ComposeMail = (tx: Transaction, mail: DueMail) => Promise<Message | null>;

export interface MailerOptions {
  readonly transport: MailTransport;
  readonly compose: Readonly<Record<string, ComposeMail>>;
  readonly count: (labels: Record<'kind' | 'outcome', string>, by?: number) => void;
}

/** Per replica; each uses a database connection. */
export const MAILS_AT_ONCE = 3;

/** An attempt takes about a second in case of a deadlock. */
const RECORD_ATTEMPTS = 3;

/** How long emails that are temporarily rejected or cannot be composed are retried. */
const GIVE_UP_AFTER_MS = 24 * 3_600_000;

const takeMail = sql<DueMail>('take-mail');
const finishMail = sql('finish-mail');
const beginRecord = sql('begin-record');
const undoRecord = sql('undo-record');
const postponeMail = sql('postpone-mail');

/** Runs when an email is enqueued, and on a schedule for retries. */
export function sendMailsJob(options: MailerOptions): Job {
  for (const kind of Object.keys(options.compose)) options.count({ kind, outcome: 'failed' }, 0);
  return {
    name: 'send-mails',
    timeout: 900,
    retries: 0,
    connections: MAILS_AT_ONCE,
    async run({ db, log, signal }) {
      const lanes = Array.from({ length: MAILS_AT_ONCE }, () => sendAll(db, log, options, signal));
      // Wait for all, so that none continues after the run has ended.
      await Promise.allSettled(lanes);
      const handled = await Promise.all(lanes);
      return { mails: handled.reduce((sum, count) => sum + count, 0) };
    },
  };
}

/** @throws Error if the server cannot be used */
async function sendAll(
  db: Database,
  log: Log,
  options: MailerOptions,
  signal: AbortSignal,
): Promise<number> {
  const kinds = Object.keys(options.compose);
  for (let handled = 0; ; handled++) {
    signal.throwIfAborted();
    let mail: DueMail | undefined;
    try {
      const outage = await transaction(db, async tx => {
        [mail] = await query(tx, takeMail, { kinds });
        return mail ? handle(tx, mail, log, options) : null;
      });
      if (outage) throw outage;
      if (!mail) return handled;
    } catch (error) {
      if (!mail || error instanceof MailServerUnusable || isDatabaseUnavailable(error)) throw error;
      // A faulty email must not block the others.
      const problem = error instanceof MailNotRecorded ? 'recorded' : 'composed';
      log.error({ err: error, mail: mail.uuid, kind: mail.kind }, `mail not ${problem}`);
      const { id, kind, attempts } = mail;
      const reason = `The email could not be ${problem}.`;
      // An email that was sent is repeated until it is recorded.
      if (problem === 'composed' && isOverdue(mail)) {
        await query(db, finishMail, {
          id,
          attempts,
          outcome: 'failed',
          error: reason,
          isRefused: false,
        });
        options.count({ kind, outcome: 'failed' });
      } else {
        await query(db, postponeMail, { id, attempts, error: reason, isOutage: false });
      }
    }
  }
}

function isOverdue({ retriedAt }: DueMail): boolean {
  return retriedAt !== null && Date.now() - retriedAt.getTime() > GIVE_UP_AFTER_MS;
}

class MailServerUnusable extends Error {}

class MailNotRecorded extends Error {}

/** An email that was sent but not recorded, for example because of a crash, is repeated with the same Message-ID. */
async function handle(
  tx: Transaction,
  mail: DueMail,
  log: Log,
  { transport, compose, count }: MailerOptions,
): Promise<MailServerUnusable | null> {
  const { id, kind, uuid, email, name, language, attempts } = mail;
  const finish = async (
    outcome: 'sent' | 'dropped' | 'failed',
    error: string | null = null,
    isRefused = false,
  ) => {
    await record(tx, { id, attempts, outcome, error, isRefused });
    count({ kind, outcome });
    return null;
  };
  const message = mail.isDisabled ? null : await compose[kind]!(tx, mail);
  if (!message || email === null) return finish('dropped');
  try {
    await transport.send({ name, email, language, messageId: uuid }, message);
  } catch (error) {
    if (!(error instanceof MailRefused)) {
      const reason = `The mail server cannot be used: ${(error as Error).message}`;
      await query(tx, postponeMail, { id, attempts, error: reason, isOutage: true });
      return new MailServerUnusable(reason, { cause: error });
    }
    log.warn({ mail: uuid, kind, isPermanent: error.isPermanent }, 'mail rejected');
    const { isPermanent, message: reason } = error;
    if (isPermanent || isOverdue(mail)) return finish('failed', reason, isPermanent);
    await query(tx, postponeMail, { id, attempts, error: reason, isOutage: false });
    return null;
  }
  return finish('sent');
}

/**
 * Keeps the transaction after an error, so that the email remains locked and a link created for it is stored.
 * @throws MailNotRecorded; DatabaseError if the database is unavailable
 */
async function record(tx: Transaction, outcome: Readonly<Record<string, unknown>>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await query(tx, beginRecord);
    try {
      await query(tx, finishMail, outcome);
      return;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (attempt === RECORD_ATTEMPTS) {
        throw new MailNotRecorded('The email could not be recorded.', { cause: error });
      }
      await query(tx, undoRecord);
    }
  }
}
