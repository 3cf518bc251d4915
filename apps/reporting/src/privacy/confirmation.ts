import { foldEmail } from '../identity/accounts/email';

interface Person {
  readonly email: string | null;
  readonly name: string;
  readonly members: readonly { readonly code: string | null }[];
}

/** Whether a text names the person who is to be erased: the e-mail, else a code of a membership, else the name. */
export function isConfirmed(person: Person, typed: string | undefined): boolean {
  if (typed === undefined) return false;
  const folded = foldEmail(typed.trim());
  return confirmationsOf(person).some(text => foldEmail(text.trim()) === folded);
}

function confirmationsOf({ email, name, members }: Person): readonly string[] {
  if (email !== null) return [email];
  const codes = members.flatMap(({ code }) => (code === null ? [] : [code]));
  return codes.length > 0 ? codes : [name];
}

/** What confirms an erasure, in words. */
export function whatConfirms(person: Person): string {
  if (person.email !== null) return 'the e-mail of the account';
  return person.members.some(({ code }) => code !== null)
    ? 'a code of the member, since the account has no e-mail'
    : 'the name of the account, which has no e-mail and no code';
}
