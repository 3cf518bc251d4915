import { query, readStatement } from '@platform/db';
import type { Language } from '../../http/principal';
import { problemOf } from '../../http/problems';
import type { Context } from '../../main/context';
import { readSubscription, type Subscription, signSubscription } from './subscription-token';

/** Returns the URL for an email's List-Unsubscribe header. */
export type UnsubscribeUrl = (subscription: Subscription) => string;

/** `address` is the service's base URL without a trailing slash. */
export function createUnsubscribeUrl(address: string, secret: string): UnsubscribeUrl {
  return subscription => `${address}/unsubscribe/${signSubscription(subscription, secret)}`;
}

export interface SubscriptionState {
  readonly companyName: string;
  /** The schedule's name; null for reminders. */
  readonly name: string | null;
  readonly language: Language;
  readonly isEnded: boolean;
}

const statement = readStatement<SubscriptionState>(__dirname, 'unsubscribe.sql');

/** Has no effect, because email scanners follow links. @throws Problem unknown-subscription */
export function showSubscription(context: Context, token: string): Promise<SubscriptionState> {
  return findSubscription(context, token, { isEnding: false, address: null });
}

/** Idempotent. @throws Problem unknown-subscription */
export function unsubscribe(
  context: Context,
  token: string,
  address: string | null,
): Promise<SubscriptionState> {
  return findSubscription(context, token, { isEnding: true, address });
}

async function findSubscription(
  { db, sessionSecrets }: Context,
  token: string,
  change: { readonly isEnding: boolean; readonly address: string | null },
): Promise<SubscriptionState> {
  const subscription = readSubscription(token, sessionSecrets);
  const [found] = subscription ? await query(db, statement, { ...subscription, ...change }) : [];
  if (!found) throw problemOf('unknown-subscription');
  return found;
}
