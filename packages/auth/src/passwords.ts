import { dictionary } from '@zxcvbn-ts/language-common';
import bcrypt from 'bcrypt';

const MIN_LENGTH = 12;
/** bcrypt ignores further bytes. */
const MAX_BYTES = 72;
const COST = 12;

/** Returns why a new password is rejected, such as `must have at least 12 characters`, or null. */
export function validatePassword(password: string, email: string): string | null {
  if (Array.from(password).length < MIN_LENGTH)
    return `must have at least ${MIN_LENGTH} characters`;
  if (Buffer.byteLength(password) > MAX_BYTES) return `must not be longer than ${MAX_BYTES} bytes`;
  const plain = password.toLowerCase();
  if (plain === email.toLowerCase()) return 'must not be the e-mail address';
  if (isCommon(plain)) return 'is among the most common passwords';
  return null;
}

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

export function hashPassword(password: string, cost = COST): Promise<string> {
  return bcrypt.hash(password, cost);
}

/** Takes the same time with and without a hash. Passwords over the max length cannot match and are not hashed. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_BYTES) return false;
  const matches = await bcrypt.compare(password, hash ?? DUMMY_HASH);
  return matches && hash !== null;
}

const DUMMY_HASH = '$2b$12$C6UzMDM.H6dfI/f/IKcEeO5k0pVv1kQ9b3zqgWl8mI0y6d1sJ3xG2';
