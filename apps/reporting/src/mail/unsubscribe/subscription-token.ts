import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a recipient can unsubscribe from. */
export interface Subscription {
  readonly accountUuid: string;
  readonly topic: Topic;
  /** The organization of the reminders, or the schedule. */
  readonly targetUuid: string;
}

export type Topic = (typeof TOPICS)[number];

/** Tokens hold the position: append only. */
const TOPICS = ['reminders', 'schedule'] as const;

const UUID_BYTES = 16;
const CONTENT_BYTES = 1 + 2 * UUID_BYTES;

/** Signed and not stored, so that a mail that is sent again has the same link. It does not expire. */
export function signSubscription(
  { accountUuid, topic, targetUuid }: Subscription,
  secret: string,
): string {
  const ids = Buffer.from((accountUuid + targetUuid).replaceAll('-', ''), 'hex');
  const content = Buffer.concat([Buffer.from([TOPICS.indexOf(topic)]), ids]);
  return Buffer.concat([content, sign(content, secret)]).toString('base64url');
}

/** Null for a token that none of the secrets signed. */
export function readSubscription(token: string, secrets: readonly string[]): Subscription | null {
  const bytes = Buffer.from(token, 'base64url');
  const content = bytes.subarray(0, CONTENT_BYTES);
  const signature = bytes.subarray(CONTENT_BYTES);
  const isSigned = secrets.some(secret => {
    const expected = sign(content, secret);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  if (!isSigned) return null;
  return {
    topic: TOPICS[content[0]!]!,
    accountUuid: formatUuid(content.subarray(1, 1 + UUID_BYTES)),
    targetUuid: formatUuid(content.subarray(1 + UUID_BYTES)),
  };
}

/** The same secret signs sessions: the prefix keeps the two apart. */
function sign(content: Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update('unsubscribe\0').update(content).digest();
}

function formatUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
