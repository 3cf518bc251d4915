import { query, readStatements } from '@platform/db';
import type { Language } from '../../http/principal';
import { problemOf } from '../../http/problems';
import type { Context } from '../../main/context';
import { readSubscription, type Subscription, signSubscription } from './subscription-token';

const sql = readStatements(__dirname, 'unsubscribe.sql');

export interface SubscriptionNames {
  readonly companyName: string;
  /** The schedule's name; null for reminders. */
  readonly name: string | null;
  readonly language: Language;
}

type Found = SubscriptionNames & { readonly isEnded: boolean };

const findSubscription = sql<Found>('find-subscription');
const endSubscription = sql<SubscriptionNames>('unsubscribe');

/** Returns the URL for an email's List-Unsubscribe header. */
export type UnsubscribeUrl = (subscription: Subscription) => string;

/** `address` is the service's base URL without a trailing slash. */
export function createUnsubscribeUrl(address: string, secret: string): UnsubscribeUrl {
  return subscription => `${address}/unsubscribe/${signSubscription(subscription, secret)}`;
}

/** Has no effect, because email scanners follow links. @throws Problem unknown-subscription */
export async function showSubscription(context: Context, token: string): Promise<Found> {
  const [found] = await query(context.db, findSubscription, { ...readToken(context, token) });
  if (!found) throw problemOf('unknown-subscription');
  return found;
}

/** Idempotent. @throws Problem unknown-subscription */
export async function unsubscribe(
  context: Context,
  token: string,
  address: string | null,
): Promise<SubscriptionNames> {
  const subscription = readToken(context, token);
  const [ended] = await query(context.db, endSubscription, { ...subscription, address });
  if (!ended) throw problemOf('unknown-subscription');
  return ended;
}

function readToken({ sessionSecrets }: Context, token: string): Subscription {
  const subscription = readSubscription(token, sessionSecrets);
  if (!subscription) throw problemOf('unknown-subscription');
  return subscription;
}
