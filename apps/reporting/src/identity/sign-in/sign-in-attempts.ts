import { createHash } from 'node:crypto';
import type { Limiter, Release } from '@platform/auth';
import { addressBlock, addressKey, type Claim } from '@platform/http';
import type { Request, Response } from 'express';
import { foldEmail } from '../accounts/email';
import type { Limits } from '../limits';

type AttemptLimits = Limits['passwordResets'];
type AddressLimits = Pick<AttemptLimits, 'ofAddress' | 'ofAddressBlock'>;

export interface SignInAttempt {
  readonly email: string;
  readonly ip: string | undefined;
  /** Null for an unknown browser. */
  readonly deviceId: string | null;
}

type Bucket = readonly [Limiter, key: string];

/** @throws Problem rate-limited when the address or its block has failed too often */
export function refuseAddress(limits: AddressLimits, { ip }: Request): Promise<void> {
  return refuseIfSpent(bucketsOfAddress(limits, ip));
}

/** Counts a failure of which no account is known. @throws Problem rate-limited past the limit */
export async function countFailure(limits: AddressLimits, { ip, res }: Request): Promise<void> {
  await takeEach(bucketsOfAddress(limits, ip), res);
}

/** @throws Problem rate-limited when too many attempts have failed, or the account has signed in too often */
export function refuseAttempt(limits: Limits, attempt: SignInAttempt): Promise<void> {
  return refuseIfSpent([ofSuccess(limits, attempt.email), ...ofFailure(limits, attempt)]);
}

/**
 * Counts an attempt as failed before its password is checked, so that attempts at once do not exceed the limits. The
 * returned function gives the places back to one that succeeded. @throws Problem rate-limited
 */
export async function countAttempt(
  limits: Limits,
  attempt: SignInAttempt,
  response?: Response,
): Promise<Release> {
  await refuseIfSpent([ofSuccess(limits, attempt.email)]);
  const places = await takeEach(ofFailure(limits, attempt), response);
  return () => release(places);
}

/** Counts a reset that is asked for, apart from sign-ins and with the same limits. @throws Problem rate-limited */
export async function countPasswordReset(
  { passwordResets }: Limits,
  { email, ip }: Pick<SignInAttempt, 'email' | 'ip'>,
  response?: Response,
): Promise<void> {
  await takeEach(bucketsOfAttempt(passwordResets, { email, ip }), response);
}

/** Counts a sign-in with the right password, or by single sign-on. @throws Problem rate-limited */
export function countSuccess(limits: Limits, email: string): Promise<void> {
  const [limiter, key] = ofSuccess(limits, email);
  return limiter.consume(key);
}

/** Password work of somebody unknown: behind the account's and the address block's, and behind people who are known. */
export function unknownClaim({ email, ip }: Pick<SignInAttempt, 'email' | 'ip'>): Claim {
  return { shares: [`attempts ${accountKey(email)}`, addressBlock(ip)], handicap: 1 };
}

/** Of whoever has shown to belong to the account, by a browser, a session or a link: others' attempts delay nothing. */
export function knownClaim(accountId: number, ip: string | undefined): Claim {
  return { shares: [`account ${accountId}`, addressBlock(ip)] };
}

function ofSuccess({ successfulSignIns }: Limits, email: string): Bucket {
  return [successfulSignIns, accountKey(email)];
}

/** A known browser has its own bucket: failures from elsewhere do not refuse it. */
function ofFailure({ failedSignIns }: Limits, { email, ip, deviceId }: SignInAttempt): Bucket[] {
  if (deviceId !== null) return [[failedSignIns.ofDevice, deviceId]];
  return bucketsOfAttempt(failedSignIns, { email, ip });
}

function bucketsOfAttempt(
  limits: AttemptLimits,
  { email, ip }: Pick<SignInAttempt, 'email' | 'ip'>,
): Bucket[] {
  const account = accountKey(email);
  return [
    ...bucketsOfAddress(limits, ip),
    [limits.ofAccountAndAddress, `${account}:${addressKey(ip)}`],
    [limits.ofAccount, account],
  ];
}

function bucketsOfAddress(
  { ofAddress, ofAddressBlock }: AddressLimits,
  ip: string | undefined,
): Bucket[] {
  return [
    [ofAddress, addressKey(ip)],
    [ofAddressBlock, addressBlock(ip)],
  ];
}

async function refuseIfSpent(buckets: readonly Bucket[]): Promise<void> {
  for (const [limiter, key] of buckets) await limiter.refuseIfSpent(key);
}

/** A place in each bucket, or in none. @throws Problem rate-limited */
async function takeEach(
  buckets: readonly Bucket[],
  response: Response | undefined,
): Promise<Release[]> {
  const taken: Release[] = [];
  try {
    for (const [limiter, key] of buckets) taken.push(await limiter.take(key, response));
    return taken;
  } catch (refusal) {
    await release(taken);
    throw refusal;
  }
}

async function release(places: readonly Release[]): Promise<void> {
  await Promise.all(places.map(place => place()));
}

function accountKey(email: string): string {
  return createHash('sha256').update(foldEmail(email)).digest('base64url');
}
