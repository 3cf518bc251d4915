import { query, readStatements } from '@platform/db';
import { Problem } from '@platform/http';
import type { Context } from '../../main/context';
import { readSubscription, type Subscription, signSubscription } from './subscription-token';

const sql = readStatements(__dirname, 'unsubscribe.sql');

export interface SubscriptionNames {
  readonly companyName: string;
  /** Of a schedule; null for reminders. */
  readonly name: string | null;
}

type Found = SubscriptionNames & { readonly isEnded: boolean };

const findSubscription = sql<Found>('find-subscription');
const endSubscription = sql<SubscriptionNames>('unsubscribe');

/** The link of a mail's List-Unsubscribe. */
export type UnsubscribeUrl = (subscription: Subscription) => string;

/** `address` is the service's own, without a slash at its end. */
export function createUnsubscribeUrl(address: string, secret: string): UnsubscribeUrl {
  return subscription => `${address}/unsubscribe/${signSubscription(subscription, secret)}`;
}

/** Changes nothing: mail scanners follow links. @throws Problem unknown-subscription */
export async function showSubscription(context: Context, token: string): Promise<Found> {
  const [found] = await query(context.db, findSubscription, { ...readToken(context, token) });
  if (!found) throw unknownSubscription();
  return found;
}

/** Can be repeated. @throws Problem unknown-subscription */
export async function unsubscribe(
  context: Context,
  token: string,
  address: string | null,
): Promise<SubscriptionNames> {
  const subscription = readToken(context, token);
  const [ended] = await query(context.db, endSubscription, { ...subscription, address });
  if (!ended) throw unknownSubscription();
  return ended;
}

function readToken({ sessionSecrets }: Context, token: string): Subscription {
  const subscription = readSubscription(token, sessionSecrets);
  if (!subscription) throw unknownSubscription();
  return subscription;
}

function unknownSubscription(): Problem {
  return new Problem(
    'unknown-subscription',
    'This link is not complete, or what it would end does not exist any more. Use the link of a newer mail.',
  );
}
