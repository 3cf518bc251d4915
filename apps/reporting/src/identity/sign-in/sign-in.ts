import { hash, randomUUID } from 'node:crypto';
import { SignedCookie } from '@platform/auth/cookies';
import { query, readStatements } from '@platform/db';
import { disconnectSignal, plainAddress } from '@platform/http';
import type { Request, RequestHandler } from 'express';
import { problemOf } from '../../http/problems';
import { unauthenticated } from '../../http/refusals';
import { sameSiteOf } from '../../http/session-cookie';
import { type Context, contextOf } from '../../main/context';
import { foldEmail } from '../accounts/email';
import { refuseForeignOrigin } from '../authentication/origin';
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
 * The account that last signed in with a password in this browser (OWASP, "Device Cookies"). Its failed sign-ins are
 * counted separately, so that others cannot exhaust its limit. The cookie does not authenticate.
 */
interface Device {
  readonly id: string;
  readonly accountUuid: string;
  /** A changed password invalidates all devices of the account. */
  readonly passwordFingerprint: string;
}

const deviceCookie = new SignedCookie<Device>({
  name: 'reporting_device',
  purpose: 'device',
  seconds: 180 * 24 * 3_600,
});

/**
 * Runs before the body is read. A known browser's limit is checked once its account is known.
 * @throws Problem origin-not-allowed, rate-limited
 */
export const guardSignIn: RequestHandler = async (request, response, next) => {
  const context = contextOf(request);
  response.set('Cache-Control', 'no-store');
  refuseForeignOrigin(context.config, request);
  if (!deviceCookie.read(request, context)) {
    await refuseAddress(context.limits.failedSignIns, request);
  }
  next();
};

type Account = SignedOn & { readonly passwordHash: string | null };

const find = sql<Account>('find-signing-in');

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
  const sent = deviceCookie.read(request, context);
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
      // A known device keeps its ID and thus its count.
      const id = device?.id ?? randomUUID();
      const passwordFingerprint = fingerprint(account.passwordHash!);
      const known = { id, accountUuid: account.accountUuid, passwordFingerprint };
      deviceCookie.set(response, known, context, sameSiteOf(config));
      return;
    }
  }
  await recordFailedSignIn(db, { account, by: 'password', address });
  // The same response for every cause, so that it does not reveal accounts.
  throw unauthenticated(problemOf('sign-in-failed'));
}

function isDeviceOf(device: Device, { accountUuid, passwordHash }: Account): boolean {
  if (passwordHash === null || device.accountUuid !== accountUuid) return false;
  return device.passwordFingerprint === fingerprint(passwordHash);
}

/** Safe to store in a cookie: a bcrypt hash is salted. */
function fingerprint(passwordHash: string): string {
  return hash('sha256', passwordHash, 'base64url');
}
