import type { Database } from '@platform/db';
import { foldEmail } from '../identity/accounts/email';

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** Returns null if there is no such account. */
export function findPerson({ prisma }: Database, where: { uuid: string } | { email: string }) {
  const members = { select: { code: true } };
  const select = { id: true, uuid: true, email: true, name: true, members };
  return prisma.account.findFirst({ where, select });
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
