import { InvalidArgumentError } from 'commander';
import { hasLookalike, isEmail, keptEmail } from './email';

/** Parses the e-mail of an existing account, possibly from an earlier release. @throws InvalidArgumentError */
export function parseEmail(text: string): string {
  const email = text.trim();
  return email.includes('@') ? email : refuse();
}

/** Parses the e-mail of a new account. @throws InvalidArgumentError */
export function parseNewEmail(text: string): string {
  const email = keptEmail(text.trim());
  if (!isEmail(email)) refuse();
  if (!hasLookalike(email)) return email;
  throw new InvalidArgumentError(
    'Expected an e-mail address without characters that resemble a plain i or k.',
  );
}

function refuse(): never {
  throw new InvalidArgumentError('Expected an e-mail address, such as ada@example.org.');
}
