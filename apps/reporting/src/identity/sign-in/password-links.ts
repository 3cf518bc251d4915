import { randomBytes, randomUUID } from 'node:crypto';
import { hashPassword, validatePassword } from '@platform/auth/passwords';
import { hashSecret } from '@platform/auth/secret';
import { execute, query, readStatements, type Transaction, transaction } from '@platform/db';
import { absoluteUrl, disconnectSignal, invalidField, plainAddress } from '@platform/http';
import type { Job } from '@platform/jobs';
import type { Request, RequestHandler } from 'express';
import type { DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { formatTimestamp } from '../../http/times';
import type { EnqueueMails } from '../../mail-queue/enqueue-mails';
import { type Context, contextOf } from '../../main/context';
import { findAccount, findAccountId } from '../accounts/accounts';
import { foldEmail } from '../accounts/email';
import { lockAccount, lockAccounts } from '../accounts/operators';
import { refuseForeignOrigin } from '../authentication/origin';
import { storePassword } from './passwords';
import type { PasswordByLink, PasswordLink } from './sign-in.dto';
import { countFailure, countPasswordReset, knownClaim, refuseAddress } from './sign-in-attempts';

const sql = readStatements(__dirname, 'password-links.sql');

/** The token is in the fragment, which browsers do not send. */
const PAGE = '/console/set-password#token=';

interface PasswordOwner {
  readonly hasPassword: boolean;
  /** Whether it is linked to the sign-on provider and has no password. */
  readonly usesOnlySignOn: boolean;
}

const describe = sql<PasswordOwner>('describe-password-owner');

/** Describes how an account signs in; null if it no longer exists. `issuer` is the sign-on provider, or null. */
export async function describePasswordOwner(
  tx: Transaction,
  accountId: number,
  issuer: string | null,
): Promise<PasswordOwner | null> {
  const [owner] = await query(tx, describe, { accountId, issuer });
  return owner ?? null;
}

const issue = sql<{ expiresAt: Date; isForWeek: boolean }>('issue-password-link');

const BY_MAIL = { actor: null, actorAccountId: null, address: null };

/**
 * Issues a link below `address`, valid for a week if the account has no password, or else for an hour; null if the account
 * no longer exists or has no e-mail. Changing the password or e-mail invalidates it. Audited if requested by an operator.
 */
export async function issuePasswordLink(
  tx: Transaction,
  accountId: number,
  address: string,
  doneBy: DoneBy | typeof BY_MAIL = BY_MAIL,
): Promise<{ url: string; expiresAt: Date; isForWeek: boolean } | null> {
  const token = randomBytes(32).toString('base64url');
  const [link] = await query(tx, issue, { hash: hashSecret(token), accountId, ...doneBy });
  return link ? { url: address + PAGE + token, ...link } : null;
}

/** Creates a link for an operator to pass on. @throws Problem unknown-account, email-missing */
export async function createPasswordLink(
  { db }: Context,
  request: Request,
  accountId: string,
  doneBy: DoneBy,
): Promise<PasswordLink> {
  const id = await findAccountId(db, accountId);
  const address = absoluteUrl(request, '');
  return transaction(db, async tx => {
    await lockAccounts(tx, doneBy, { accountId: id });
    const link = await issuePasswordLink(tx, id, address, doneBy);
    if (!link)
      throw problemOf((await findAccount(tx, accountId)) ? 'email-missing' : 'unknown-account');
    return { url: link.url, expiresAt: formatTimestamp(link.expiresAt) };
  });
}

/** Runs before the body is read. @throws Problem origin-not-allowed, rate-limited */
export const guardPasswordReset: RequestHandler = async (request, response, next) => {
  const { config, limits } = contextOf(request);
  response.set('Cache-Control', 'no-store');
  refuseForeignOrigin(config, request);
  await refuseAddress(limits.passwordResets, request);
  next();
};

const storeRequest = sql<{ isFirst: boolean }>('request-password-reset');

/**
 * Stores the request for a job to decide, so that responses are identical and take the same time for every address.
 * @throws Problem mail-not-configured, rate-limited
 */
export async function requestPasswordReset(
  { db, limits, enqueueMails, wake }: Context,
  request: Request,
  given: string,
): Promise<void> {
  if (!enqueueMails) throw problemOf('mail-not-configured');
  const email = foldEmail(given);
  await countPasswordReset(limits, { email, ip: request.ip }, request.res);
  await transaction(db, async tx => {
    const [stored] = await query(tx, storeRequest, { email, address: plainAddress(request.ip) });
    if (stored!.isFirst) await wake(tx, JOB);
  });
}

const JOB = 'send-password-resets';

const take = sql<{ taken: number; accountId: number | null }>('take-password-resets');

/** Enqueues emails for requested resets. Runs on request and on a schedule. */
export function passwordResetsJob(enqueueMails: EnqueueMails): Job {
  return {
    name: JOB,
    timeout: 300,
    retries: 0,
    async run({ db, signal }) {
      for (let mails = 0; ; ) {
        const taken = await transaction(db, async tx => {
          const rows = await query(tx, take);
          const accountIds = rows.flatMap(({ accountId }) => accountId ?? []);
          const kind = 'password-reset';
          mails += await enqueueMails(
            tx,
            accountIds.map(accountId => ({ kind, reason: `${kind} ${randomUUID()}`, accountId })),
          );
          return rows[0]!.taken;
        });
        if (taken === 0) return { mails };
        signal.throwIfAborted();
      }
    },
  };
}

const find = sql<{ accountId: number; email: string }>('find-password-link');
const use = sql('use-password-link');

/**
 * Sets a password with a link and ends the account's sessions. Browsers are no longer recognized, because the password
 * differs. If the password is rejected, the link remains valid.
 * @throws Problem unknown-password-link, invalid-request, rate-limited, busy
 */
export async function confirmPasswordReset(
  { db, slots, limits }: Context,
  request: Request,
  { token, new: chosen }: PasswordByLink,
): Promise<void> {
  const hash = hashSecret(token);
  const [link] = await query(db, find, { hash });
  if (!link) {
    await countFailure(limits.passwordResets, request);
    throw problemOf('unknown-password-link');
  }
  const fault = validatePassword(chosen, link.email);
  if (fault !== null) throw invalidField('new', fault);
  const { accountId } = link;
  const claim = { ...knownClaim(accountId, request.ip), signal: disconnectSignal(request.res!) };
  const passwordHash = await slots.passwords.run(claim, () => hashPassword(chosen));
  const address = plainAddress(request.ip);
  const detail = { by: 'link' };
  await transaction(db, async tx => {
    await lockAccount(tx, accountId);
    if ((await execute(tx, use, { hash })) === 0) throw problemOf('unknown-password-link');
    await storePassword(tx, { accountId, passwordHash, address, detail });
  });
}
