import { hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';

const RANDOM_BYTES = 32;
const RANDOM_CHARACTERS = 43;
const PREFIX_CHARACTERS = 8;

/** A secret as it leaves this process once; only `hash` and `prefix` are ever stored. */
export interface Secret {
  readonly secret: string;
  /** For people: to the eighth random character. It tells secrets apart and opens nothing. */
  readonly prefix: string;
  readonly hash: Buffer;
}

/** A new `<kind>_<environment>_<43 base64url characters>`: 256 random bits. */
export function generateSecret(kind: string, environment: string): Secret {
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  return describe(`${kind}_${environment}_`, random);
}

/** The secret, if it has the shape of this kind and environment; null without a look-up for any other. */
export function readSecret(kind: string, environment: string, sent: string): Secret | null {
  const head = `${kind}_${environment}_`;
  const random = sent.slice(head.length);
  const shaped = sent.startsWith(head) && /^[A-Za-z0-9_-]+$/.test(random);
  return shaped && random.length === RANDOM_CHARACTERS ? describe(head, random) : null;
}

/** SHA-256. A fast hash is right for 256 random bits; passwords take a slow one. */
export function hashSecret(secret: string): Buffer {
  return digest('sha256', secret, 'buffer');
}

/** Whether two hashes are the same, in a time that does not tell where they differ. */
export function equalHashes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Which of the secrets that a deployment names a text is; all are compared, in constant time. */
export function findSecret<Known extends { readonly hash: Buffer }>(
  known: readonly Known[],
  sent: string,
): Known | undefined {
  if (known.length === 0) return undefined;
  const hash = hashSecret(sent);
  const [found] = known.filter(each => equalHashes(each.hash, hash));
  return found;
}

function describe(head: string, random: string): Secret {
  const secret = head + random;
  return { secret, prefix: head + random.slice(0, PREFIX_CHARACTERS), hash: hashSecret(secret) };
}
