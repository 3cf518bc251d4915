import { foldEmail } from '../identity/accounts/email';

interface Person {
  readonly email: string | null;
  readonly name: string;
  readonly members: readonly { readonly code: string | null }[];
}

/** Whether the text identifies the person to erase: by e-mail, or else a membership's code, or else the name. */
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

/** Describes the text that confirms an erasure. */
export function whatConfirms(person: Person): string {
  if (person.email !== null) return "the account's e-mail";
  return person.members.some(({ code }) => code !== null)
    ? "a code of the account's memberships, since it has no e-mail"
    : "the account's name, since it has no e-mail or code";
}
