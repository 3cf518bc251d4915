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
import type { Message } from './message';
import { MailRefused, type MailTransport } from './transport';

const sql = readStatements(__dirname, 'send-mails.sql');

export interface DueMail {
  readonly id: number;
  readonly uuid: string;
  readonly kind: string;
  readonly data: unknown;
  readonly attempts: number;
  readonly createdAt: Date;
  /** When an operator had it sent again. */
  readonly retriedAt: Date | null;
  readonly accountId: number;
  readonly accountUuid: string;
  readonly email: string | null;
  readonly name: string;
  readonly isDisabled: boolean;
  /** Null for mails about the account alone. */
  readonly companyId: number | null;
  readonly companyUuid: string | null;
  readonly companyHandle: string | null;
  readonly companyName: string | null;
}

/**
 * Composes a mail in the transaction that records it as sent; null where it is no longer wanted. Reads current
 * rights and names.
 */
export type ComposeMail = (tx: Transaction, mail: DueMail) => Promise<Message | null>;

export interface MailerOptions {
  readonly transport: MailTransport;
  readonly compose: Readonly<Record<string, ComposeMail>>;
  readonly count: (labels: Record<'kind' | 'outcome', string>) => void;
}

/** Per replica; each holds a connection to the database. */
export const MAILS_AT_ONCE = 3;

/** Each takes about a second where two transactions wait for each other. */
const RECORD_ATTEMPTS = 3;

/** Milliseconds for which a mail is retried that is refused for now or cannot be composed. */
const GIVE_UP_AFTER = 24 * 3_600_000;

const takeMail = sql<DueMail>('take-mail');
const finishMail = sql('finish-mail');
const beginRecord = sql('begin-record');
const undoRecord = sql('undo-record');
const postponeMail = sql('postpone-mail');

/** Runs when a mail is enqueued, and by the clock for temporary refusals. */
export function sendMailsJob(options: MailerOptions): Job {
  return {
    name: 'send-mails',
    timeout: 900,
    retries: 0,
    connections: MAILS_AT_ONCE,
    async run({ db, log, signal }) {
      const lanes = Array.from({ length: MAILS_AT_ONCE }, () => sendAll(db, log, options, signal));
      // None may go on once the run has ended.
      await Promise.allSettled(lanes);
      const handled = await Promise.all(lanes);
      return { mails: handled.reduce((sum, count) => sum + count, 0) };
    },
  };
}

/** @throws Error where the server cannot be used */
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
      // One faulty mail must not block the others.
      const problem = error instanceof MailNotRecorded ? 'recorded' : 'composed';
      log.error({ err: error, mail: mail.uuid, kind: mail.kind }, `mail not ${problem}`);
      const { id, kind, attempts } = mail;
      const reason = `The mail could not be ${problem}.`;
      // One that was sent is repeated until it is recorded.
      if (problem === 'composed' && isOver(mail)) {
        await query(db, finishMail, {
          id,
          attempts,
          outcome: 'failed',
          error: reason,
          isRefused: false,
        });
        options.count({ kind, outcome: 'failed' });
      } else {
        await query(db, postponeMail, { id, attempts, error: reason });
      }
    }
  }
}

function isOver({ createdAt, retriedAt }: DueMail): boolean {
  return Date.now() - (retriedAt ?? createdAt).getTime() > GIVE_UP_AFTER;
}

class MailServerUnusable extends Error {}

class MailNotRecorded extends Error {}

/** A mail that is sent and not recorded, after a crash for example, is repeated under its Message-ID. */
async function handle(
  tx: Transaction,
  mail: DueMail,
  log: Log,
  { transport, compose, count }: MailerOptions,
): Promise<MailServerUnusable | null> {
  const { id, kind, uuid, email, name, attempts } = mail;
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
    await transport.send({ name, email, messageId: uuid }, message);
  } catch (error) {
    if (!(error instanceof MailRefused)) {
      const reason = `The mail server cannot be used: ${(error as Error).message}`;
      await query(tx, postponeMail, { id, attempts, error: reason });
      return new MailServerUnusable(reason, { cause: error });
    }
    log.warn({ mail: uuid, kind, isPermanent: error.isPermanent }, 'mail refused');
    const { isPermanent, message: reason } = error;
    if (isPermanent || isOver(mail)) return finish('failed', reason, isPermanent);
    await query(tx, postponeMail, { id, attempts, error: reason });
    return null;
  }
  return finish('sent');
}

/**
 * Keeps the transaction after an error: the mail stays locked, and a link that was made for it is stored.
 * @throws MailNotRecorded; an error of an unavailable database
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
        throw new MailNotRecorded('The mail could not be recorded.', { cause: error });
      }
      await query(tx, undoRecord);
    }
  }
}
