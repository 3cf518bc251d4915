import type { Database } from '@platform/db';
import type { Log } from '@platform/http';
import { Command } from 'commander';
import { createKey } from './create-key';
import { parseExpiry, parseKeyName, parseScopes, parseSlugPattern } from './key-options';
import { keyTable } from './key-table';
import { listKeys } from './list-keys';
import { revokeKey } from './revoke-key';
import type { Scope } from './scope';

export interface KeysCommandTools {
  readonly environment: string;
  readonly log: Log;
  /** Gives what a script reads: standard output. */
  print(line: string): void;
  /** Opens the database for one command and closes it after. */
  withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
}

interface CreateOptions {
  name: string;
  scope: Scope[];
  slugs?: string;
  expires?: Date;
}

/** `keys create`, `keys list`, `keys revoke` (operations, "Commands"). */
export function keysCommand({ environment, log, print, withDatabase }: KeysCommandTools): Command {
  const keys = new Command('keys').description('issue, list and revoke API keys');

  keys
    .command('create')
    .description('issue a key and print it, once, alone on standard output')
    .requiredOption('--name <name>', 'who uses it; the history records it', parseKeyName)
    .option('--scope <scopes>', 'read, write, delete, separated by commas', parseScopes, [
      'read',
      'write',
    ] as Scope[])
    .option('--slugs <pattern>', "the slug, or the slugs such as 'team-a-*', that it reaches", parseSlugPattern)
    .option('--expires <time>', 'when it stops working, from now: 90d, 12h, 30m', (text: string) =>
      parseExpiry(text),
    )
    .action(async ({ name, scope, slugs, expires }: CreateOptions) => {
      const { secret, prefix } = await withDatabase(db =>
        createKey(db, {
          name,
          scopes: scope,
          slugPattern: slugs ?? null,
          expiresAt: expires ?? null,
          environment,
        }),
      );
      log.info({ key: name, credential: prefix, scopes: scope, slugs }, 'key issued');
      print(secret);
    });

  keys
    .command('list')
    .description('every key that was issued, without its secret')
    .option('--json', 'as JSON, for scripts')
    .action(async ({ json }: { json?: true }) => {
      const records = await withDatabase(listKeys);
      print(json ? JSON.stringify(records, null, 2) : keyTable(records));
    });

  keys
    .command('revoke')
    .description('stop a key; it is refused on its very next call')
    .argument('<prefix>', 'the beginning of the key, as keys list shows it')
    .action(async (given: string) => {
      const { name, prefix } = await withDatabase(db => revokeKey(db, given));
      log.info({ key: name, credential: prefix }, 'key revoked');
      print(`Revoked ${prefix}… (${name}).`);
    });

  return keys;
}
