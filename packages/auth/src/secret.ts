import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX_CHARACTERS = 8;

/** Only `hash` and `prefix` are stored. */
export interface Secret {
  readonly secret: string;
  readonly prefix: string;
  readonly hash: Buffer;
}

export function generateSecret(kind: string, environment: string): Secret {
  return describe(`${kind}_${environment}_`, randomBytes(32).toString('base64url'));
}

export function readSecret(kind: string, environment: string, sent: string): Secret | null {
  const head = `${kind}_${environment}_`;
  const random = sent.slice(head.length);
  const isWellFormed = sent.startsWith(head) && /^[A-Za-z0-9_-]{43}$/.test(random);
  return isWellFormed ? describe(head, random) : null;
}

/** Uses SHA-256: a fast hash is safe for 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return digest('sha256', secret, 'buffer');
}

/** Finds the secret among those in the settings, comparing all of them in constant time. */
export function findSecret<Known extends { readonly hash: Buffer }>(
  known: readonly Known[],
  sent: string,
): Known | undefined {
  if (known.length === 0) return undefined;
  const hash = hashSecret(sent);
  const [found] = known.filter(each => timingSafeEqual(each.hash, hash));
  return found;
}

function describe(head: string, random: string): Secret {
  const secret = head + random;
  return { secret, prefix: head + random.slice(0, PREFIX_CHARACTERS), hash: hashSecret(secret) };
}
