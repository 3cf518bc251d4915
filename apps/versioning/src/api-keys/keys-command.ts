import { type CommandTools, print, textTable, type WithTools } from '@platform/service';
import { Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config';
import { createKey, type KeyRecord, listKeys, revokeKey } from './api-keys';
import { isScope, isSlugPattern, SCOPES, type Scope } from './key-access';

interface CreateOptions {
  name: string;
  scope: Scope[];
  slugs?: string;
  expires?: Date;
  json?: true;
}

/** `keys create`, `keys list`, `keys revoke`. */
export function keysCommand(withTools: WithTools<Config>): Command {
  const keys = new Command('keys').description('issue, list and revoke API keys');

  keys
    .command('create')
    .description('issue a key and print it, once, alone on standard output')
    .requiredOption('--name <name>', 'who uses it; the history records it', parseKeyName)
    .option('--scope <scopes>', 'read, write, delete, separated by commas', parseScopes, [
      'read',
      'write',
    ] as Scope[])
    .option('--slugs <pattern>', "the slugs that it allows, such as 'team-a-*'", parseSlugPattern)
    .option('--expires <time>', 'when it expires, from now: 90d, 12h, 30m', parseExpiry)
    .option('--json', 'print the key, its name and its prefix as JSON')
    .action((options: CreateOptions) => withTools(tools => create(tools, options)));

  keys
    .command('list')
    .description('every key that was issued, without the key itself')
    .option('--json', 'print the keys as JSON')
    .action(({ json }: { json?: true }) =>
      withTools(async ({ db }) => {
        const records = await listKeys(db);
        print(json ? JSON.stringify(records, null, 2) : keyTable(records));
      }),
    );

  keys
    .command('revoke')
    .description('revoke a key; it is refused on its very next call')
    .argument('<prefix>', 'the beginning of the key, as keys list shows it', parseKeyPrefix)
    .option('--json', 'print the name and the prefix of the key as JSON')
    .action((given: string, { json }: { json?: true }) =>
      withTools(async ({ db, log }) => {
        const { name, prefix } = await revokeKey(db, given);
        log.info({ key: name, credential: prefix }, 'key revoked');
        const text = `Revoked ${prefix}… (${name}).`;
        print(json ? JSON.stringify({ name, prefix }, null, 2) : text);
      }),
    );

  return keys;
}

async function create(
  { db, log, config }: CommandTools<Config>,
  { name, scope, slugs, expires, json }: CreateOptions,
): Promise<void> {
  const { secret, prefix } = await createKey(db, {
    name,
    scopes: scope,
    slugPattern: slugs ?? null,
    expiresAt: expires ?? null,
    environment: config.environment,
  });
  log.info({ key: name, credential: prefix, scopes: scope, slugs }, 'key issued');
  print(json ? JSON.stringify({ key: secret, name, prefix }, null, 2) : secret);
}

function keyTable(keys: readonly KeyRecord[]): string {
  if (keys.length === 0)
    return 'No key was issued yet. Issue one with: versioning keys create --name ci';
  return textTable([
    ['PREFIX', 'NAME', 'SCOPES', 'SLUGS', 'CREATED', 'EXPIRES', 'LAST USED', 'STATE'],
    ...keys.map(key => [
      `${key.prefix}…`,
      key.name,
      key.scopes.join(','),
      key.slugPattern ?? 'all',
      minute(key.createdAt),
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

/** `read,write` → its scopes. @throws InvalidArgumentError */
function parseScopes(text: string): Scope[] {
  const scopes = text.split(',').map(scope => scope.trim());
  if (!scopes.every(isScope)) {
    throw new InvalidArgumentError(`Scopes are ${SCOPES.join(', ')}, separated by commas.`);
  }
  return [...new Set(scopes)];
}

/** @throws InvalidArgumentError */
function parseSlugPattern(text: string): string {
  if (isSlugPattern(text)) return text;
  throw new InvalidArgumentError(
    "It is a slug, or the beginning of slugs and a '*', such as 'team-a-*'.",
  );
}

/** `90d`, `12h` or `30m` from now. @throws InvalidArgumentError */
function parseExpiry(text: string): Date {
  const match = /^([1-9]\d{0,4})([dhm])$/.exec(text);
  if (!match) throw new InvalidArgumentError('It is a time from now, such as 90d, 12h or 30m.');
  const unit = { d: DAY, h: DAY / 24, m: DAY / 1440 }[match[2] as 'd' | 'h' | 'm'];
  return new Date(Date.now() + Number(match[1]) * unit);
}

/** The prefix of a key, also where all of it was given: a key must not appear in a message. @throws InvalidArgumentError */
function parseKeyPrefix(text: string): string {
  const prefix = /^vrk_[^_]+_[A-Za-z0-9_-]{0,8}/.exec(text)?.[0];
  if (prefix !== undefined) return prefix;
  throw new InvalidArgumentError('It begins with vrk_ and the environment, as keys list shows it.');
}

/** 1 to 100 characters after trimming, no control characters. @throws InvalidArgumentError */
function parseKeyName(text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= 100 && !/[\p{Cc}\p{Cs}]/u.test(name)) return name;
  throw new InvalidArgumentError('It is 1 to 100 characters, without control characters.');
}
