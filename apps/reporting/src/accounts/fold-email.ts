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
