import { InvalidArgumentError } from 'commander';
import { isScope, SCOPES, type Scope } from './scope';
import { isSlugPattern } from './slug-pattern';

const DAY = 86_400_000;

/** `read,write` → its scopes. @throws InvalidArgumentError */
export function parseScopes(text: string): Scope[] {
  const scopes = text.split(',').map(scope => scope.trim());
  if (!scopes.every(isScope)) {
    throw new InvalidArgumentError(`Scopes are ${SCOPES.join(', ')}, separated by commas.`);
  }
  return [...new Set(scopes)];
}

/** @throws InvalidArgumentError */
export function parseSlugPattern(text: string): string {
  if (isSlugPattern(text)) return text;
  throw new InvalidArgumentError(
    "It is a slug, or the beginning of slugs and a '*', such as 'team-a-*'.",
  );
}

/** `90d`, `12h` or `30m` from now. @throws InvalidArgumentError */
export function parseExpiry(text: string): Date {
  const match = /^([1-9]\d{0,4})([dhm])$/.exec(text);
  if (!match) throw new InvalidArgumentError('It is a time from now, such as 90d, 12h or 30m.');
  const unit = { d: DAY, h: DAY / 24, m: DAY / 1440 }[match[2] as 'd' | 'h' | 'm'];
  return new Date(Date.now() + Number(match[1]) * unit);
}

/** 1 to 100 characters after trimming, no control characters. @throws InvalidArgumentError */
export function parseKeyName(text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= 100 && !/[\p{Cc}\p{Cs}]/u.test(name)) return name;
  throw new InvalidArgumentError('It is 1 to 100 characters, without control characters.');
}
