import { dictionary } from '@zxcvbn-ts/language-common';
import bcrypt from 'bcrypt';

const SHORTEST = 12;
/** bcrypt reads no further: a longer password would be checked by its beginning alone. */
const MOST_BYTES = 72;
/** About 0.2 seconds: a guess costs as much as a sign-in. */
const COST = 12;

/** What is wrong with a new password, such as `must have at least 12 characters`; null for nothing. */
export function validatePassword(password: string, email: string): string | null {
  if (Array.from(password).length < SHORTEST) return `must have at least ${SHORTEST} characters`;
  if (Buffer.byteLength(password) > MOST_BYTES)
    return `must not be longer than ${MOST_BYTES} bytes`;
  const plain = password.toLowerCase();
  if (plain === email.toLowerCase()) return 'must not be the e-mail address';
  if (isCommon(plain)) return 'is among the most common passwords';
  return null;
}

/** Also a common one said twice, or with digits behind it: the first that anybody tries. */
function isCommon(password: string): boolean {
  const common = dictionary['passwords-common'];
  const half = password.slice(0, password.length / 2);
  const candidates = [
    password,
    password.replace(/\d+$/, ''),
    ...(half + half === password ? [half] : []),
  ];
  return candidates.some(candidate => common.includes(candidate));
}

/** The bcrypt hash of a password in which `validatePassword` finds no fault. */
export function hashPassword(password: string, cost = COST): Promise<string> {
  return bcrypt.hash(password, cost);
}

/**
 * Whether a password matches a hash. Without a hash it is false after the same time, which then tells
 * nothing.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const isRight = await bcrypt.compare(password, hash ?? UNKNOWN);
  // bcrypt reads the beginning of a longer one, which would pass for the whole.
  return isRight && hash !== null && Buffer.byteLength(password) <= MOST_BYTES;
}

/** The hash of a random value that nobody knows, at the same cost. */
const UNKNOWN = '$2b$12$C6UzMDM.H6dfI/f/IKcEeO5k0pVv1kQ9b3zqgWl8mI0y6d1sJ3xG2';
