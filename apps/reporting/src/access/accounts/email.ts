import { InvalidArgumentError } from 'commander';

/** The letters outside ASCII whose lower case is in it, to PostgreSQL or to JavaScript. */
const LOOKALIKES = '\u0130\u212a';
const OTHERS = new RegExp(`[^${LOOKALIKES}]+`, 'g');

/**
 * Folds an e-mail address for comparison with `lower(email)`. A letter outside ASCII whose lower case is in
 * it stays as it is, so that no second address selects an account.
 */
export function foldEmail(email: string): string {
  return email.replace(OTHERS, part => part.toLowerCase());
}

/** An address as accounts have it; whether mail reaches it is not checked. @throws InvalidArgumentError */
export function parseEmail(text: string): string {
  const email = text.trim();
  if (email.length <= 254 && /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u.test(email)) return email;
  throw new InvalidArgumentError('It is an e-mail address, such as ada@example.org.');
}

/** The address of a new account, one that sign-in finds. @throws InvalidArgumentError */
export function parseNewEmail(text: string): string {
  const email = keptEmail(parseEmail(text));
  if (!hasLookalike(email)) return email;
  throw new InvalidArgumentError('It has a letter that only looks like a plain i or k.');
}

/**
 * An address as an account keeps it: lower case outside ASCII, since `lower` leaves those capitals alone in a
 * database with the locale C.
 */
export function keptEmail(email: string): string {
  const folded = foldEmail(email);
  return email.replace(/[^\0-\x7f]/g, (_, at: number) => folded.charAt(at));
}

/** Whether an address has a letter that only looks like a plain one: no account is given such an address. */
export function hasLookalike(email: string): boolean {
  return email.replace(OTHERS, '') !== '';
}
