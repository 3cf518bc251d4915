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

/** @throws Problem rate-limited if the address or its block has failed too often */
export function refuseAddress(limits: AddressLimits, { ip }: Request): Promise<void> {
  return refuseIfSpent(bucketsOfAddress(limits, ip));
}

/** Counts a failure without a known account. @throws Problem rate-limited above the limit */
export async function countFailure(limits: AddressLimits, { ip, res }: Request): Promise<void> {
  await takeEach(bucketsOfAddress(limits, ip), res);
}

/** @throws Problem rate-limited if too many attempts have failed, or the account has signed in too often */
export function refuseAttempt(limits: Limits, attempt: SignInAttempt): Promise<void> {
  return refuseIfSpent([ofSuccess(limits, attempt.email), ...ofFailure(limits, attempt)]);
}

/**
 * Counts an attempt as failed before its password is checked, so that concurrent attempts cannot exceed the limits. The
 * returned function uncounts a successful attempt. @throws Problem rate-limited
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

/** Counts a requested reset, separately from sign-ins but with the same limits. @throws Problem rate-limited */
export async function countPasswordReset(
  { passwordResets }: Limits,
  { email, ip }: Pick<SignInAttempt, 'email' | 'ip'>,
  response?: Response,
): Promise<void> {
  await takeEach(bucketsOfAttempt(passwordResets, { email, ip }), response);
}

/** Counts a successful sign-in with a password or single sign-on. @throws Problem rate-limited */
export async function countSuccess(limits: Limits, email: string): Promise<void> {
  const [limiter, key] = ofSuccess(limits, email);
  await limiter.consume(key);
}

/** For unknown clients: queued behind other work for the same account and address block, and behind known clients. */
export function unknownClaim({ email, ip }: Pick<SignInAttempt, 'email' | 'ip'>): Claim {
  return { shares: [`attempts ${accountKey(email)}`, addressBlock(ip)], handicap: 1 };
}

/** For clients that are known to belong to the account by a browser, session or link: other attempts do not delay them. */
export function knownClaim(accountId: number, ip: string | undefined): Claim {
  return { shares: [`account ${accountId}`, addressBlock(ip)] };
}

function ofSuccess({ successfulSignIns }: Limits, email: string): Bucket {
  return [successfulSignIns, accountKey(email)];
}

/** A known browser has its own bucket, so that failures from elsewhere do not block it. */
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

/** Counts in every bucket or in none. @throws Problem rate-limited */
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
