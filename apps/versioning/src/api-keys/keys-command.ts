import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { type CommandTools, parseTime, print, textTable, type WithTools } from '@platform/service';
import { InvalidArgumentError } from 'commander';
import type { KeyScope } from '../http/principal';
import type { Config } from '../main/config';
import { isLine, isScope, isSlugPattern, SCOPES } from './key-access';
import { parseKeyName } from './key-names';
import { findKeyByPrefix, findUnrevokedKeys, type KeyRecord, listKeys } from './key-records';
import type { IssuedKey, RevokeOptions } from './keys';
import { COMMAND_LINE, DEFAULT_OVERLAP, issueKey, revokeKeys, rotateKey } from './keys';

type Tools = CommandTools<Config>;

export function keysCommand(withTools: WithTools<Config>): CommandUnknownOpts {
  return new Command('keys')
    .description('issue, list, rotate and revoke API keys')
    .addCommand(createCommand(withTools))
    .addCommand(listCommand(withTools))
    .addCommand(rotateCommand(withTools))
    .addCommand(revokeCommand(withTools));
}

function createCommand(withTools: WithTools<Config>): CommandUnknownOpts {
  return new Command('create')
    .description('issue a key and print it once')
    .requiredOption('--name <name>', 'who uses it; recorded in the history', parseNameArgument)
    .option('--scope <scopes>', `${SCOPES.join(', ')}, separated by commas`, parseScopes, [
      'read',
      'write',
    ] as KeyScope[])
    .option(
      '--slugs <patterns>',
      "slugs that it can be used for, such as 'team-a-*,shop'; repeatable",
      parseSlugPatterns,
    )
    .option('--only-pre', 'allow pre-releases only')
    .option('--lines <lines>', 'allow versions of these lines only, such as 1.4,2', parseLines)
    .option(
      '--no-create',
      'do not allow creating packages or setting versions; implied by --only-pre and --lines',
    )
    .option('--expires <time>', 'expire after a time such as 90d, 12h or 30m', parseExpiry)
    .option('--json', 'print the key, its name and its prefix as JSON')
    .action(({ name, scope: scopes, slugs, expires, json, ...rules }) =>
      withTools(async tools => {
        const access = { scopes, slugPatterns: slugs ?? null, expiresAt: expires ?? null };
        const key = { ...access, name, allows: allowsOf(rules) };
        printSecret(await issueKey(tools, COMMAND_LINE, key), json);
      }),
    );
}

function listCommand(withTools: WithTools<Config>): CommandUnknownOpts {
  return new Command('list')
    .description('list all keys that were issued, without the keys themselves')
    .option('--json', 'print the keys as JSON')
    .action(({ json }) =>
      withTools(async ({ db }) => {
        const records = await listKeys(db, COMMAND_LINE, { includesRevoked: true });
        print(json ? JSON.stringify(records, null, 2) : keyTable(records));
      }),
    );
}

function rotateCommand(withTools: WithTools<Config>): CommandUnknownOpts {
  return new Command('rotate')
    .description(
      'replace the secret of a key and print the new one once; the old one keeps working for a while',
    )
    .argument('<prefix>', 'the beginning of the key, as keys list shows it', parseKeyPrefix)
    .addOption(
      new Option('--overlap <time>', 'how long the old secret keeps working: 2h, 7d, 0m')
        .argParser(parseOverlap)
        .default(DEFAULT_OVERLAP, '1h'),
    )
    .option('--json', 'print the key, its name and its prefix as JSON')
    .action((prefix, { overlap, json }) =>
      withTools(async tools => {
        const { id } = await findKeyByPrefix(tools.db, prefix);
        printSecret(await rotateKey(tools, COMMAND_LINE, { id: String(id), overlap }), json);
      }),
    );
}

function revokeCommand(withTools: WithTools<Config>): CommandUnknownOpts {
  return new Command('revoke')
    .description('revoke a key and those that it issued; they are refused on their very next call')
    .argument('[prefix]', 'the beginning of the key, as keys list shows it', parseKeyPrefix)
    .option('--issued-before <time>', 'every key issued before it: 2026-11-02T14:05:00Z', parseTime)
    .option('--all', 'every key')
    .option('--with-rotated', 'also the keys that a revoked key has rotated')
    .option('--json', 'print the names and the prefixes of the keys, and what was revoked, as JSON')
    .action((prefix, options, command) => {
      if ([prefix, options.issuedBefore, options.all].filter(given => given).length !== 1) {
        command.error('error: Specify exactly one of a key, --issued-before and --all.', {
          exitCode: 2,
        });
      }
      return withTools(tools => revoke(tools, prefix, options));
    });
}

interface RuleOptions {
  readonly create: boolean;
  readonly onlyPre?: true;
  readonly lines?: string[];
}

function allowsOf({ create, onlyPre, lines }: RuleOptions) {
  if (create && !onlyPre && !lines) return null;
  return { ...(onlyPre && { PreReleases: 'only' as const }), ...(lines && { Lines: lines }) };
}

function printSecret({ secret, name, prefix }: IssuedKey, json: true | undefined): void {
  print(json ? JSON.stringify({ key: secret, name, prefix }, null, 2) : secret);
}

async function revoke(
  tools: Tools,
  given: string | undefined,
  { json, ...options }: RevokeOptions & { readonly json?: true },
): Promise<void> {
  const keys =
    given === undefined
      ? await findUnrevokedKeys(tools.db, options.issuedBefore ?? null)
      : [await findKeyByPrefix(tools.db, given)];
  const ids = keys.map(({ id }) => id);
  const rows = await revokeKeys(tools, COMMAND_LINE, ids, options);
  const named = rows.map(({ name, prefix, revoked }) => ({ name, prefix, revoked }));
  const lines = named.map(({ name, prefix, revoked }) =>
    revoked === 'key'
      ? `Revoked ${prefix}… (${name}).`
      : `Ended the former secret of ${prefix}… (${name}).`,
  );
  print(json ? JSON.stringify(named, null, 2) : lines.join('\n') || 'There was no such key.');
}

const COLUMNS = 'PREFIX, NAME, SCOPES, SLUGS, ALLOWS, CREATED, BY, EXPIRES, LAST USED, STATE';

function keyTable(keys: readonly KeyRecord[]): string {
  if (keys.length === 0)
    return 'No key was issued yet. Issue one with: versioning keys create --name ci';
  return textTable([
    COLUMNS.split(', '),
    ...keys.map(key => [
      `${key.prefix}…`,
      key.name,
      key.scopes.join(','),
      key.slugPatterns?.join(',') ?? 'all',
      key.allows ? JSON.stringify(key.allows) : 'all',
      minute(key.createdAt),
      key.createdBy,
      minute(key.expiresAt),
      minute(key.lastUsedAt),
      state(key),
    ]),
  ]);
}

function state({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt) return `revoked ${minute(revokedAt)}`;
  return expiresAt && expiresAt <= new Date() ? 'expired' : 'active';
}

function minute(time: Date | null): string {
  return time ? time.toISOString().slice(0, 16).replace('T', ' ') : '-';
}

const DAY = 86_400_000;

/** Parses `read,write`. @throws InvalidArgumentError */
function parseScopes(text: string): KeyScope[] {
  const scopes = parseList(text, isScope, `Expected ${SCOPES.join(', ')}, separated by commas.`);
  return [...new Set(scopes as KeyScope[])];
}

/** Parses `team-a-*,shop` and appends the patterns to `before`. @throws InvalidArgumentError */
function parseSlugPatterns(text: string, before: string[] = []): string[] {
  const expected = "Expected slugs, or beginnings of slugs and a '*', such as 'team-a-*',";
  return [...before, ...parseList(text, isSlugPattern, `${expected} separated by commas.`)];
}

/** Parses `1.4,2`. @throws InvalidArgumentError */
function parseLines(text: string): string[] {
  return parseList(text, isLine, 'Expected lines such as 1 or 1.4, separated by commas.');
}

function parseList(text: string, isItem: (item: string) => boolean, expected: string): string[] {
  const items = text.split(',').map(item => item.trim());
  if (items.every(isItem)) return items;
  throw new InvalidArgumentError(expected);
}

/** Returns the time in `90d`, `12h` or `30m`. @throws InvalidArgumentError */
function parseExpiry(text: string): Date {
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
function parseKeyPrefix(text: string): string {
  const prefix = /^vrk_[^_]+_[A-Za-z0-9_-]{0,8}/.exec(text)?.[0];
  if (prefix !== undefined) return prefix;
  throw new InvalidArgumentError(
    'Expected a prefix as keys list shows it: vrk_ and the environment first.',
  );
}

/** @throws InvalidArgumentError */
function parseNameArgument(text: string): string {
  try {
    return parseKeyName(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
