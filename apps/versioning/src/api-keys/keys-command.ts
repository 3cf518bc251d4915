import type { CommandTools } from '@platform/service';
import { Command } from 'commander';
import type { Config } from '../config';
import { createKey } from './create-key';
import { parseExpiry, parseKeyName, parseScopes, parseSlugPattern } from './key-options';
import { keyTable } from './key-table';
import { listKeys } from './list-keys';
import { revokeKey } from './revoke-key';
import type { Scope } from './scope';

interface CreateOptions {
  name: string;
  scope: Scope[];
  slugs?: string;
  expires?: Date;
}

/** Opens the database for one command and closes it after. */
type WithTools = <Result>(
  work: (tools: CommandTools<Config>) => Promise<Result>,
) => Promise<Result>;

/** `keys create`, `keys list`, `keys revoke` (operations, "Commands"). */
export function keysCommand(withTools: WithTools): Command {
  const keys = new Command('keys').description('issue, list and revoke API keys');

  keys
    .command('create')
    .description('issue a key and print it, once, alone on standard output')
    .requiredOption('--name <name>', 'who uses it; the history records it', parseKeyName)
    .option('--scope <scopes>', 'read, write, delete, separated by commas', parseScopes, [
      'read',
      'write',
    ] as Scope[])
    .option('--slugs <pattern>', "the slugs that it reaches, such as 'team-a-*'", parseSlugPattern)
    .option('--expires <time>', 'when it stops working, from now: 90d, 12h, 30m', parseExpiry)
    .action((options: CreateOptions) => withTools(tools => create(tools, options)));

  keys
    .command('list')
    .description('every key that was issued, without the key itself')
    .option('--json', 'as JSON, for scripts')
    .action(({ json }: { json?: true }) =>
      withTools(async ({ db }) => {
        const records = await listKeys(db);
        print(json ? JSON.stringify(records, null, 2) : keyTable(records));
      }),
    );

  keys
    .command('revoke')
    .description('stop a key; it is refused on its very next call')
    .argument('<prefix>', 'the beginning of the key, as keys list shows it')
    .action((given: string) =>
      withTools(async ({ db, log }) => {
        const { name, prefix } = await revokeKey(db, given);
        log.info({ key: name, credential: prefix }, 'key revoked');
        print(`Revoked ${prefix}… (${name}).`);
      }),
    );

  return keys;
}

async function create(
  { db, log, config }: CommandTools<Config>,
  { name, scope, slugs, expires }: CreateOptions,
): Promise<void> {
  const { secret, prefix } = await createKey(db, {
    name,
    scopes: scope,
    slugPattern: slugs ?? null,
    expiresAt: expires ?? null,
    environment: config.environment,
  });
  log.info({ key: name, credential: prefix, scopes: scope, slugs }, 'key issued');
  print(secret);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
