import { InvalidArgumentError } from 'commander';
import { hasLookalike, keptEmail } from './fold-email';

/** An address as accounts have it; whether it can be delivered to is not checked. @throws InvalidArgumentError */
export function parseEmail(text: string): string {
  const email = text.trim();
  if (email.length <= 254 && /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u.test(email)) return email;
  throw new InvalidArgumentError('It is an e-mail address, such as ada@example.org.');
}

/** The address of a new account, which sign-in will find. @throws InvalidArgumentError */
export function parseNewEmail(text: string): string {
  const email = keptEmail(parseEmail(text));
  if (!hasLookalike(email)) return email;
  throw new InvalidArgumentError('It has a letter that only looks like a plain i or k.');
}

/** 1 to 200 characters after trimming, no control characters. @throws InvalidArgumentError */
export function parseAccountName(text: string): string {
  const name = text.trim();
  const { length } = Array.from(name);
  if (length >= 1 && length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(name)) return name;
  throw new InvalidArgumentError('It is 1 to 200 characters, without control characters.');
}
