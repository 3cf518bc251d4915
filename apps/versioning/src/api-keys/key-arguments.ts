import { InvalidArgumentError } from 'commander';
import type { Scope } from '../http/principal';
import { isScope, isSlugPattern, SCOPES } from './key-access';
import { parseKeyName } from './key-names';
import { isLine } from './key-rules';

const DAY = 86_400_000;

/** Parses `read,write`. @throws InvalidArgumentError */
export function parseScopes(text: string): Scope[] {
  const scopes = parseList(text, isScope, `Expected ${SCOPES.join(', ')}, separated by commas.`);
  return [...new Set(scopes as Scope[])];
}

/** Parses `team-a-*,shop` and appends the patterns to `before`. @throws InvalidArgumentError */
export function parseSlugPatterns(text: string, before: string[] = []): string[] {
  const expected = "Expected slugs, or beginnings of slugs and a '*', such as 'team-a-*',";
  return [...before, ...parseList(text, isSlugPattern, `${expected} separated by commas.`)];
}

/** Parses `1.4,2`. @throws InvalidArgumentError */
export function parseLines(text: string): string[] {
  return parseList(text, isLine, 'Expected lines such as 1 or 1.4, separated by commas.');
}

function parseList(text: string, isItem: (item: string) => boolean, expected: string): string[] {
  const items = text.split(',').map(item => item.trim());
  if (items.every(isItem)) return items;
  throw new InvalidArgumentError(expected);
}

/** Returns the time in `90d`, `12h` or `30m`. @throws InvalidArgumentError */
export function parseExpiry(text: string): Date {
  const time = /^[1-9]/.test(text) ? milliseconds(text) : null;
  if (time !== null) return new Date(Date.now() + time);
  throw new InvalidArgumentError('Expected a duration such as 90d, 12h or 30m.');
}

/** Returns seconds. @throws InvalidArgumentError */
export function parseOverlap(text: string): number {
  const time = milliseconds(text);
  if (time !== null && time <= 7 * DAY) return time / 1_000;
  throw new InvalidArgumentError('Expected a duration of at most 7d, such as 2h or 0m.');
}

function milliseconds(text: string): number | null {
  const match = /^(\d{1,5})([dhm])$/.exec(text);
  if (!match) return null;
  return Number(match[1]) * { d: DAY, h: DAY / 24, m: DAY / 1440 }[match[2] as 'd' | 'h' | 'm'];
}

/**
 * Accepts a whole key, too, but returns only its prefix: a key must not appear in messages.
 * @throws InvalidArgumentError
 */
export function parseKeyPrefix(text: string): string {
  const prefix = /^vrk_[^_]+_[A-Za-z0-9_-]{0,8}/.exec(text)?.[0];
  if (prefix !== undefined) return prefix;
  throw new InvalidArgumentError(
    'Expected a prefix as keys list shows it: vrk_ and the environment first.',
  );
}

/** @throws InvalidArgumentError */
export function parseNameArgument(text: string): string {
  try {
    return parseKeyName(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
