import { randomUUID } from 'node:crypto';
import { hashPassword, validatePassword } from '@platform/auth/passwords';
import { query, readStatements, transaction } from '@platform/db';
import { disconnectSignal, invalidField, plainAddress } from '@platform/http';
import type { Job } from '@platform/jobs';
import type { Request, RequestHandler } from 'express';
import { problemOf } from '../../http/problems';
import { type Context, contextOf } from '../../main/context';
import { type PostMails } from '../../outbox/post-mails';
import { lockAccount } from '../accounts/accounts';
import { foldEmail } from '../accounts/email';
import { refuseForeignOrigin } from '../authentication/origin';
import { findPasswordLink, usePasswordLink } from './password-links';
import { storePassword } from './passwords';
import type { PasswordByLink } from './sign-in.dto';
import { countFailure, countPasswordReset, knownClaim, refuseAddress } from './sign-in-attempts';

const sql = readStatements(__dirname, 'password-resets.sql');

/** Runs before the body is read. @throws Problem origin-not-allowed, rate-limited */
export const guardPasswordReset: RequestHandler = async (request, response, next) => {
  const { config, limits } = contextOf(request);
  response.set('Cache-Control', 'no-store');
  refuseForeignOrigin(config, request);
  await refuseAddress(limits.passwordResets, request);
  next();
};

const ask = sql<{ isFirst: boolean }>('request-password-reset');

/**
 * Stores the request for a job to decide, so that responses are identical and take the same time for every address.
 * @throws Problem mail-not-configured, rate-limited
 */
export async function requestPasswordReset(
  { db, limits, postMails, wake }: Context,
  request: Request,
  given: string,
): Promise<void> {
  if (!postMails) throw problemOf('mail-not-configured');
  const email = foldEmail(given);
  await countPasswordReset(limits, { email, ip: request.ip }, request.res);
  await transaction(db, async tx => {
    const [asked] = await query(tx, ask, { email, address: plainAddress(request.ip) });
    if (asked!.isFirst) await wake(tx, JOB);
  });
}

const JOB = 'send-password-resets';

const take = sql<{ taken: number; accountId: number | null }>('take-password-resets');

/** Enqueues emails for requested resets. Runs on request and on a schedule. */
export function passwordResetsJob(postMails: PostMails): Job {
  return {
    name: JOB,
    timeout: 300,
    retries: 0,
    async run({ db, signal }) {
      for (let mails = 0; ; ) {
        const taken = await transaction(db, async tx => {
          const rows = await query(tx, take);
          const accountIds = rows.flatMap(({ accountId }) => accountId ?? []);
          mails += await postMails(
            tx,
            accountIds.map(accountId => ({
              kind: 'password-reset',
              reason: `password-reset ${randomUUID()}`,
              accountId,
              companyId: null,
              data: {},
            })),
          );
          return rows[0]!.taken;
        });
        if (taken === 0) return { mails };
        signal.throwIfAborted();
      }
    },
  };
}

/**
 * Sets a password with a link and ends the account's sessions. Browsers are no longer recognized, because the password
 * differs. If the password is rejected, the link remains valid.
 * @throws Problem unknown-password-link, invalid-request, rate-limited, busy
 */
export async function confirmPasswordReset(
  context: Context,
  request: Request,
  { token, new: chosen }: PasswordByLink,
): Promise<void> {
  const { db, slots, limits } = context;
  const link = await findPasswordLink(context, token);
  if (!link) {
    await countFailure(limits.passwordResets, request);
    throw problemOf('unknown-password-link');
  }
  const fault = validatePassword(chosen, link.email);
  if (fault !== null) throw invalidField('new', fault);
  const claim = {
    ...knownClaim(link.accountId, request.ip),
    signal: disconnectSignal(request.res!),
  };
  const passwordHash = await slots.passwords.run(claim, () => hashPassword(chosen));
  const address = plainAddress(request.ip);
  const { accountId } = link;
  const detail = { by: 'link' };
  await transaction(db, async tx => {
    await lockAccount(tx, accountId);
    if (!(await usePasswordLink(tx, token))) throw problemOf('unknown-password-link');
    await storePassword(tx, { accountId, passwordHash, address, detail });
  });
}
