/** Same as the pattern of `NewEmail` in accounts.dto.ts, where tsoa only reads literals. */
const EMAIL =
  /^[^\s@<>(),:;"\\[\]\u0000-\u001f\u007f-\u009f]+@[^\s@<>(),:;"\\[\]\u0000-\u001f\u007f-\u009f]+$/;

/** Whether a new account may have the address, which need not be deliverable. */
export function isEmail(text: string): boolean {
  return text.length >= 3 && text.length <= 254 && EMAIL.test(text);
}

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

/** Whether an address has a letter that resembles ASCII, which is not allowed for new accounts. */
export function hasLookalike(email: string): boolean {
  return email.replace(OTHERS, '') !== '';
}
