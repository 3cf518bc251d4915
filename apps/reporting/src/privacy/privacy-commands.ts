import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import {
  Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
} from '@commander-js/extra-typings';
import type { Database } from '@platform/db';
import { printResult, writeNewFile } from '@platform/service';
import { isUuid } from '../http/identifiers';
import { AT_THE_COMMAND_LINE } from '../http/principal';
import { requireByEmail } from '../identity/accounts/accounts';
import { parseEmail } from '../identity/accounts/email';
import type { WithTools } from '../main/config';
import { confirmationFault, erasePeople, findPerson, listErasures } from './erasure';
import { exportPerson, recordExport } from './export';
import type { ErasureCounts } from './privacy.dto';

interface Named {
  readonly email?: string;
  readonly id?: string;
}

export function withPrivacyCommands<Accounts extends CommandUnknownOpts>(
  accounts: Accounts,
  withTools: WithTools,
): Accounts {
  accounts
    .command('export')
    .description('write all data stored about a person to a zip archive')
    .option('--email <address>', 'the account', parseEmail)
    .option('--id <id>', "the account's ID, for example if it has no e-mail", parseId)
    .option('--output <file>', 'the archive file, which must not exist (default: person-ID.zip)')
    .option('--json', 'print the name of the archive as JSON')
    .action(({ output, json, ...named }, command) => {
      requireName(named, command);
      return withTools(async ({ db }) => {
        const { id, uuid } = await getPerson(db, named);
        const file = output ?? `person-${uuid}.zip`;
        await recordExport(db, id, AT_THE_COMMAND_LINE);
        await writeNewFile(file, exportPerson(db, id));
        printResult({ file }, { json, text: file });
      });
    });

  accounts
    .command('erase')
    .description(
      'permanently delete a person, after running imports and snapshots; counts remain under "Former member"',
    )
    .option('--email <address>', 'the account', parseEmail)
    .option('--id <id>', "the account's ID, for example if it has no e-mail", parseId)
    .option(
      '--confirm <text>',
      'repeat the e-mail; without one, a code of the member or else the name',
    )
    .option('--dry-run', 'count what would be deleted without changing anything')
    .option('--json', 'print the counts as JSON')
    .action(async (options, command) => {
      const { confirm, dryRun: isDryRun = false, json } = options;
      requireName(options, command);
      if (!isDryRun && confirm === undefined) {
        command.error(
          'error: erasing cannot be undone: use --dry-run to count, --confirm to erase',
        );
      }
      await withTools(async ({ db }) => {
        const person = await getPerson(db, options);
        const fault = isDryRun ? null : confirmationFault(person, confirm);
        if (fault !== null) throw new Error(`--confirm ${fault}. Nothing was erased.`);
        const counts = await erasePeople(db, [person.uuid], { ...BY_COMMAND, isDryRun });
        printResult(counts, { json, text: describe(counts, isDryRun) });
      });
    });
  return accounts;
}

const BY_COMMAND = { doneBy: AT_THE_COMMAND_LINE, wait: null, mayLeaveNoOperator: true } as const;

function parseId(text: string): string {
  if (isUuid(text.trim())) return text.trim().toLowerCase();
  throw new InvalidArgumentError('Expected an account ID, which is a UUID.');
}

function requireName({ email, id }: Named, command: CommandUnknownOpts): void {
  if ((email === undefined) !== (id === undefined)) return;
  command.error('error: specify the account with either --email or --id');
}

/** @throws Error if the account does not exist */
async function getPerson(db: Database, { email, id }: Named) {
  const uuid = id ?? (await requireByEmail(db, email!)).uuid;
  const person = await findPerson(db, uuid);
  if (!person) throw new Error(`There is no account with the ID ${uuid}.`);
  return person;
}

function describe(counts: ErasureCounts, isDryRun: boolean): string {
  const lines = Object.entries(counts).map(
    ([what, number]) => `  ${String(number).padStart(8)}  ${what}`,
  );
  return [isDryRun ? 'Dry run; nothing was changed:' : 'Erased:', ...lines].join('\n');
}

/** `erasures`: prints the input for `erase-again`. */
export function erasuresCommand(withTools: WithTools): CommandUnknownOpts {
  return new Command('erasures')
    .description('print the IDs of all erased people, one per line, for erase-again')
    .option('--json', 'print the IDs as JSON')
    .action(({ json }) =>
      withTools(async ({ db }) => {
        const ids = await listErasures(db);
        if (json || ids.length > 0) printResult({ ids }, { json, text: ids.join('\n') });
      }),
    );
}

/** `erase-again [FILE]`: repeats erasures after a restore. */
export function eraseAgainCommand(withTools: WithTools): CommandUnknownOpts {
  return new Command('erase-again')
    .description('repeat listed erasures after restoring an older backup')
    .argument('[file]', 'the output of `reporting erasures`; or standard input')
    .option('--dry-run', 'count what would be deleted without changing anything')
    .option('--json', 'print the counts as JSON')
    .action(async (file, options) => {
      const { dryRun: isDryRun = false, json } = options;
      const list = file === undefined ? await text(process.stdin) : await readFile(file, 'utf8');
      const ids = readIds(list, file ?? 'standard input');
      await withTools(async ({ db }) => {
        const counts = await erasePeople(db, ids, { ...BY_COMMAND, isDryRun });
        printResult(counts, { json, text: describe(counts, isDryRun) });
      });
    });
}

/** @throws Error naming the first line that is not an ID */
function readIds(list: string, source: string): string[] {
  return list.split(/\r?\n/).flatMap((line, index) => {
    const id = line.trim().toLowerCase();
    if (id === '') return [];
    if (isUuid(id)) return [id];
    throw new Error(`${source}, line ${index + 1}: not an ID. Nothing was erased.`);
  });
}
