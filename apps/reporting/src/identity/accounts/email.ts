import { invalidField } from '@platform/http/problems';
import { InvalidArgumentError } from 'commander';

/** Same as the pattern of `NewEmail` in accounts.dto.ts, where tsoa only reads literals. */
const EMAIL =
  /^[^\s@<>(),:;"\\[\]\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f]+@[^\s@<>(),:;"\\[\]\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f]+$/;

/** Non-ASCII letters whose lower case is ASCII, in PostgreSQL or JavaScript. */
const LOOKALIKES = '\u0130\u212a';
const OTHERS = new RegExp(`[^${LOOKALIKES}]+`, 'g');

/** Folds an address for comparison with `lower(email)`. Keeps lookalikes, so that only one address matches an account. */
export function foldEmail(email: string): string {
  return email.replace(OTHERS, part => part.toLowerCase());
}

/** Folds an address for storage, including letters that `lower` ignores in a database with locale C. */
export function keptEmail(email: string): string {
  const folded = foldEmail(email);
  return email.replace(/[^\0-\x7f]/g, (_, at: number) => folded.charAt(at));
}

/** Whether a new account may have the address, which need not be deliverable. */
export function isEmail(text: string): boolean {
  return text.length >= 3 && text.length <= 254 && EMAIL.test(text);
}

/** Whether an address has a letter that resembles ASCII, which is not allowed for new accounts. */
export function hasLookalike(email: string): boolean {
  return email.replace(OTHERS, '') !== '';
}

/** Reads the validated e-mail of a request for storage. @throws Problem invalid-request */
export function readEmail(text: string): string {
  const email = keptEmail(text);
  if (!hasLookalike(email)) return email;
  throw invalidField('email', 'has a character that resembles a plain i or k');
}

/** Parses the e-mail of a new account. @throws InvalidArgumentError */
export function parseNewEmail(text: string): string {
  const email = keptEmail(text.trim());
  if (!isEmail(email)) throw notAnEmail();
  if (!hasLookalike(email)) return email;
  throw new InvalidArgumentError(
    'Expected an e-mail address without characters that resemble a plain i or k.',
  );
}

/** Parses the e-mail of an existing account, possibly from an earlier release. @throws InvalidArgumentError */
export function parseEmail(text: string): string {
  const email = text.trim();
  if (!email.includes('@')) throw notAnEmail();
  return email;
}

function notAnEmail(): InvalidArgumentError {
  return new InvalidArgumentError('Expected an e-mail address, such as ada@example.org.');
}
