/** The letters outside ASCII whose lower case is in it, to PostgreSQL or to JavaScript. */
const ODD = '\u0130\u212a';
const PLAIN = new RegExp(`[^${ODD}]+`, 'g');

/**
 * The one way of writing an e-mail address that somebody of the outside gives: statements compare it to
 * `lower(email)` as it is. A letter that would fold to a plain one stays what it is, so that no second
 * address stands for an account: a provider may have verified it for somebody else, and the tries of a
 * password are counted by address.
 */
export function foldEmail(email: string): string {
  return email.replace(PLAIN, part => part.toLowerCase());
}

/**
 * An address as an account keeps it: as it was given, but for capitals outside ASCII, which PostgreSQL's `lower`
 * leaves alone where a database has the locale C, as the embedded one has. So `lower` of it is its fold.
 */
export function keptEmail(email: string): string {
  const folded = foldEmail(email);
  return email.replace(/[^\0-\x7f]/g, (_, at: number) => folded.charAt(at));
}

/** Whether an address has a letter that only looks like a plain one: no account is given such an address. */
export function hasLookalike(email: string): boolean {
  return email.replace(PLAIN, '') !== '';
}
