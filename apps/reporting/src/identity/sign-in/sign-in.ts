import { query, readStatements } from '@platform/db';
import { disconnectSignal, plainAddress } from '@platform/http';
import type { Request, RequestHandler } from 'express';
import { problemOf } from '../../http/problems';
import { unauthenticated } from '../../http/refusals';
import { type Context, contextOf } from '../../main/context';
import { foldEmail } from '../accounts/email';
import { refuseForeignOrigin } from '../authentication/origin';
import { isDeviceOf, readDevice, setDeviceCookie } from './device-cookie';
import { verifyCounted } from './passwords';
import { recordFailedSignIn, type SignedOn, setSessionCookie, startSession } from './sessions';
import type { SignInRequest } from './sign-in.dto';
import {
  countAttempt,
  countSuccess,
  knownClaim,
  refuseAddress,
  refuseAttempt,
  unknownClaim,
} from './sign-in-attempts';

const sql = readStatements(__dirname, 'sign-in.sql');

/**
 * Runs before the body is read. A known browser's limit is checked once its account is known.
 * @throws Problem origin-not-allowed, rate-limited
 */
export const guardSignIn: RequestHandler = async (request, response, next) => {
  const context = contextOf(request);
  response.set('Cache-Control', 'no-store');
  refuseForeignOrigin(context.config, request);
  if (!readDevice(context, request)) {
    await refuseAddress(context.limits.failedSignIns, request);
  }
  next();
};

const find = sql<SignedOn & { readonly passwordHash: string | null }>('find-signing-in');

/**
 * Signs in and sets the session and device cookies. Unknown, disabled and passwordless accounts fail like a wrong password,
 * in the same time.
 * @throws Problem sign-in-failed, rate-limited, busy, unknown-company, no-company-access
 */
export async function signIn(
  context: Context,
  request: Request,
  { password, company, ...body }: SignInRequest,
): Promise<void> {
  const { config, db, limits, slots } = context;
  const response = request.res!;
  const address = plainAddress(request.ip);
  const email = foldEmail(body.email);
  const [account = null] = await query(db, find, { email });
  const sent = readDevice(context, request);
  const device = sent && account && isDeviceOf(sent, account) ? sent : null;
  const attempt = { email, ip: request.ip, deviceId: device?.id ?? null };
  const claim =
    device && account ? knownClaim(account.accountId, request.ip) : unknownClaim(attempt);
  const signal = disconnectSignal(response);
  const checked = { password, hash: account?.passwordHash ?? null };
  await refuseAttempt(limits, attempt);
  const isCorrect = await verifyCounted(slots, { ...claim, signal }, checked, () =>
    countAttempt(limits, attempt, response),
  );
  if (account && isCorrect) {
    await countSuccess(limits, email);
    const signingIn = { ...account, company: company ?? null, address, by: 'password' } as const;
    const token = await startSession(context, signingIn);
    if (token !== null) {
      setSessionCookie(response, config, token);
      setDeviceCookie(context, response, account, device);
      return;
    }
  }
  await recordFailedSignIn(db, { account, by: 'password', address });
  // The same response for every cause, so that it does not reveal accounts.
  throw unauthenticated(problemOf('sign-in-failed'));
}
