import { createHmac, timingSafeEqual } from 'node:crypto';
import { query, readStatement } from '@platform/db';
import type { Language } from '../../http/principal';
import { problemOf } from '../../http/problems';
import type { Context } from '../../main/context';

/** A subscription that a recipient can cancel. */
export interface Subscription {
  readonly accountUuid: string;
  readonly topic: Topic;
  /** The organization for reminders, or the schedule. */
  readonly targetUuid: string;
}

type Topic = (typeof TOPICS)[number];

/** Tokens contain the index, so only append to this list. */
const TOPICS = ['reminders', 'schedule'] as const;

export type UnsubscribeUrl = (subscription: Subscription) => string;

/** `baseUrl` has no trailing slash. */
export function createUnsubscribeUrl(baseUrl: string, secret: string): UnsubscribeUrl {
  return subscription => `${baseUrl}/unsubscribe/${signSubscription(subscription, secret)}`;
}

export interface SubscriptionState {
  readonly companyName: string;
  /** The schedule's name; null for reminders. */
  readonly name: string | null;
  readonly language: Language;
  readonly isEnded: boolean;
}

const statement = readStatement<SubscriptionState>(__dirname, 'unsubscribe.sql');

/** Ends the subscription if `isEnding`; ending it again has no effect. @throws Problem unknown-subscription */
export async function findSubscription(
  { db, sessionSecrets }: Context,
  token: string,
  change: { readonly isEnding: boolean; readonly address: string | null },
): Promise<SubscriptionState> {
  const subscription = readSubscription(token, sessionSecrets);
  const [found] = subscription ? await query(db, statement, { ...subscription, ...change }) : [];
  if (!found) throw problemOf('unknown-subscription');
  return found;
}

const UUID_BYTES = 16;
const CONTENT_BYTES = 1 + 2 * UUID_BYTES;

/** Signed instead of stored, so that a resent email has the same link. Does not expire. */
export function signSubscription(
  { accountUuid, topic, targetUuid }: Subscription,
  secret: string,
): string {
  const ids = Buffer.from((accountUuid + targetUuid).replaceAll('-', ''), 'hex');
  const content = Buffer.concat([Buffer.from([TOPICS.indexOf(topic)]), ids]);
  return Buffer.concat([content, sign(content, secret)]).toString('base64url');
}

/** Returns null if none of the secrets signed the token, or if only a newer release knows its topic. */
function readSubscription(token: string, secrets: readonly string[]): Subscription | null {
  const bytes = Buffer.from(token, 'base64url');
  const content = bytes.subarray(0, CONTENT_BYTES);
  const signature = bytes.subarray(CONTENT_BYTES);
  const isSigned = secrets.some(secret => {
    const expected = sign(content, secret);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  const topic = TOPICS[content[0]!];
  if (!isSigned || !topic) return null;
  return {
    topic,
    accountUuid: formatUuid(content.subarray(1, 1 + UUID_BYTES)),
    targetUuid: formatUuid(content.subarray(1 + UUID_BYTES)),
  };
}

/** The prefix distinguishes these tokens from sessions signed with the same secret. */
function sign(content: Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update('unsubscribe\0').update(content).digest();
}

function formatUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
