/** The pattern of `NewEmail` in accounts.dto.ts, of which tsoa reads a literal alone. */
const EMAIL =
  /^[^\s@<>(),:;"\\[\]\u0000-\u001f\u007f-\u009f]+@[^\s@<>(),:;"\\[\]\u0000-\u001f\u007f-\u009f]+$/;

/** Whether a new account may have the address; whether mail reaches it is not checked. */
export function isEmail(text: string): boolean {
  return text.length >= 3 && text.length <= 254 && EMAIL.test(text);
}

/** The letters outside ASCII whose lower case is ASCII, in PostgreSQL or in JavaScript. */
const LOOKALIKES = '\u0130\u212a';
const OTHERS = new RegExp(`[^${LOOKALIKES}]+`, 'g');

/** Folds an address for comparison with `lower(email)`. Lookalikes stay, so that no second address selects an account. */
export function foldEmail(email: string): string {
  return email.replace(OTHERS, part => part.toLowerCase());
}

/** An address as it is stored. Folds what `lower` leaves alone in a database with the locale C. */
export function keptEmail(email: string): string {
  const folded = foldEmail(email);
  return email.replace(/[^\0-\x7f]/g, (_, at: number) => folded.charAt(at));
}

/** Whether an address has a letter that only looks like ASCII. New accounts are refused such an address. */
export function hasLookalike(email: string): boolean {
  return email.replace(OTHERS, '') !== '';
}
