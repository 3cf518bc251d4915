import { createHash } from 'node:crypto';
import { addressKey, type Limiter } from '@platform/http';
import type { Response } from 'express';
import type { AttemptLimits, Limits } from '../../context';
import { foldEmail } from '../accounts/email';

export interface SignInAttempt {
  readonly email: string;
  readonly ip: string | undefined;
  /** Null for an unknown browser. */
  readonly deviceId: string | null;
}

/** @throws Problem rate-limited when too many attempts have failed */
export async function refuseIfSpent(limits: Limits, attempt: SignInAttempt): Promise<void> {
  for (const [limiter, key] of bucketsOf(limits, attempt)) await limiter.refuseIfSpent(key);
}

/** Counts a failed attempt. @throws Problem rate-limited past the limit */
export async function countFailure(
  limits: Limits,
  attempt: SignInAttempt,
  response?: Response,
): Promise<void> {
  for (const [limiter, key] of bucketsOf(limits, attempt)) await limiter.consume(key, response);
}

/** Counts a reset that is asked for, apart from sign-ins and with the same limits. @throws Problem rate-limited */
export async function countPasswordReset(
  { passwordResets }: Limits,
  { email, ip }: Pick<SignInAttempt, 'email' | 'ip'>,
  response?: Response,
): Promise<void> {
  for (const [limiter, key] of bucketsOfAddress(passwordResets, { email, ip })) {
    await limiter.consume(key, response);
  }
}

/** Counts a sign-in with the right password, or by single sign-on. @throws Problem rate-limited */
export function countSuccess(limits: Limits, email: string): Promise<void> {
  return limits.successfulSignIns.consume(accountKey(email));
}

/** A known browser has its own bucket: failures from elsewhere do not refuse it. */
function bucketsOf(
  { failedSignIns }: Limits,
  { email, ip, deviceId }: SignInAttempt,
): (readonly [Limiter, key: string])[] {
  if (deviceId !== null) return [[failedSignIns.ofDevice, deviceId]];
  return bucketsOfAddress(failedSignIns, { email, ip });
}

function bucketsOfAddress(
  { ofAddress, ofAccountAndAddress, ofAccount }: AttemptLimits,
  { email, ip }: Pick<SignInAttempt, 'email' | 'ip'>,
): (readonly [Limiter, key: string])[] {
  const [account, address] = [accountKey(email), addressKey(ip)];
  return [
    [ofAddress, address],
    [ofAccountAndAddress, `${account}:${address}`],
    [ofAccount, account],
  ];
}

function accountKey(email: string): string {
  return createHash('sha256').update(foldEmail(email)).digest('base64url');
}
