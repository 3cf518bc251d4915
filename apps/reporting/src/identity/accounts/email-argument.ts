import { InvalidArgumentError } from 'commander';
import { hasLookalike, isEmail, keptEmail } from './email';

/** What an account may have for an e-mail, also from an earlier release. @throws InvalidArgumentError */
export function parseEmail(text: string): string {
  const email = text.trim();
  return email.includes('@') ? email : refuse();
}

/** The address of a new account, one that sign-in finds. @throws InvalidArgumentError */
export function parseNewEmail(text: string): string {
  const email = keptEmail(text.trim());
  if (!isEmail(email)) refuse();
  if (!hasLookalike(email)) return email;
  throw new InvalidArgumentError(
    'Expected an e-mail address without letters that only look like a plain i or k.',
  );
}

function refuse(): never {
  throw new InvalidArgumentError('Expected an e-mail address, such as ada@example.org.');
}
