import { InvalidArgumentError } from 'commander';
import { hasLookalike, keptEmail } from './email';

/** An e-mail address; whether mail reaches it is not checked. @throws InvalidArgumentError */
export function parseEmail(text: string): string {
  const email = text.trim();
  if (email.length <= 254 && /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u.test(email)) return email;
  throw new InvalidArgumentError('Expected an e-mail address, such as ada@example.org.');
}

/** The address of a new account, one that sign-in finds. @throws InvalidArgumentError */
export function parseNewEmail(text: string): string {
  const email = keptEmail(parseEmail(text));
  if (!hasLookalike(email)) return email;
  throw new InvalidArgumentError(
    'Expected an e-mail address without letters that only look like a plain i or k.',
  );
}
