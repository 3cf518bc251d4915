import { readFile } from 'node:fs/promises';
import type { Database } from '@platform/db';
import { printResult, writeNewFile } from '@platform/service';
import { Command, InvalidArgumentError } from 'commander';
import { isUuid } from '../http/identifiers';
import { AT_THE_COMMAND_LINE } from '../http/principal';
import { findEmail } from '../identity/accounts/accounts';
import { parseEmail } from '../identity/accounts/email-argument';
import type { WithTools } from '../main/config';
import { isConfirmed, whatConfirms } from './confirmation';
import { erasePeople, listErasures } from './erasure';
import { exportPerson, recordExport } from './export';
import type { ErasureCounts } from './privacy.dto';

interface Named {
  email?: string;
  id?: string;
}

interface ExportOptions extends Named {
  output?: string;
  json?: true;
}

interface EraseOptions extends Named {
  confirm?: string;
  dryRun?: true;
  json?: true;
}

/** Adds `accounts export` and `accounts erase`. */
export function withPrivacyCommands(accounts: Command, withTools: WithTools): Command {
  accounts
    .command('export')
    .description('write everything that is stored of a person to a zip archive')
    .option('--email <address>', 'the account', parseEmail)
    .option(
      '--id <id>',
      'the account by its id, such as that of a person without an e-mail',
      parseId,
    )
    .option('--output <file>', 'the archive, which must not exist (default: person-ID.zip)')
    .option('--json', 'the name of the archive as JSON, for scripts')
    .action(({ output, json, ...named }: ExportOptions, command: Command) => {
      requireName(named, command);
      return withTools(async ({ db }) => {
        const { id, uuid } = await findPerson(db, named);
        const file = output ?? `person-${uuid}.zip`;
        await recordExport(db, id, AT_THE_COMMAND_LINE);
        await writeNewFile(file, exportPerson(db, id));
        printResult({ file }, { json, text: file });
      });
    });

  accounts
    .command('erase')
    .description(
      'delete a person for good; what was counted of them stays, of "Former member". It waits for imports and snapshots',
    )
    .option('--email <address>', 'the account', parseEmail)
    .option(
      '--id <id>',
      'the account by its id, such as that of a person without an e-mail',
      parseId,
    )
    .option(
      '--confirm <text>',
      'the e-mail once more; without one a code of the member or, without one, the name',
    )
    .option('--dry-run', 'count what would be deleted, change nothing')
    .option('--json', 'the counts as JSON, for scripts')
    .action(async (options: EraseOptions, command: Command) => {
      const { confirm, dryRun: isDryRun = false, json } = options;
      requireName(options, command);
      if (!isDryRun && confirm === undefined) {
        command.error('error: it cannot be undone: --dry-run counts first, --confirm erases');
      }
      await withTools(async ({ db }) => {
        const person = await findPerson(db, options);
        if (!isDryRun && !isConfirmed(person, confirm)) {
          throw new Error(`--confirm must be ${whatConfirms(person)}. Nothing was erased.`);
        }
        const counts = await erasePeople(db, [person.uuid], { ...BY_COMMAND, isDryRun });
        printResult(counts, { json, text: describe(counts, isDryRun) });
      });
    });
  return accounts;
}

const BY_COMMAND = { doneBy: AT_THE_COMMAND_LINE, wait: null, mayLeaveNoOperator: true } as const;

function parseId(text: string): string {
  if (isUuid(text.trim())) return text.trim().toLowerCase();
  throw new InvalidArgumentError('Expected the id of an account, a UUID.');
}

function requireName({ email, id }: Named, command: Command): void {
  if ((email === undefined) !== (id === undefined)) return;
  command.error('error: name the account, by --email or by --id');
}

/** @throws Error where there is none */
async function findPerson(db: Database, { email, id }: Named) {
  const where = id === undefined ? { email: await findEmail(db, email!) } : { uuid: id };
  const members = { select: { code: true } };
  const select = { id: true, uuid: true, email: true, name: true, members };
  const person = await db.prisma.account.findFirst({ where, select });
  if (!person) throw new Error(`There is no account with the id ${id ?? ''}.`);
  return person;
}

function describe(counts: ErasureCounts, isDryRun: boolean): string {
  const lines = Object.entries(counts).map(
    ([what, number]) => `  ${String(number).padStart(8)}  ${what}`,
  );
  return [isDryRun ? 'Dry run, nothing changed:' : 'Erased:', ...lines].join('\n');
}

/** `erasures`: the list that `erase-again` takes. */
export function erasuresCommand(withTools: WithTools): Command {
  return new Command('erasures')
    .description('print the ids of everybody who was erased, one a line, for erase-again')
    .option('--json', 'the ids as JSON, for scripts')
    .action(({ json }: { json?: true }) =>
      withTools(async ({ db }) => {
        const ids = await listErasures(db);
        if (json || ids.length > 0) printResult({ ids }, { json, text: ids.join('\n') });
      }),
    );
}

/** `erase-again FILE`, after a restore. */
export function eraseAgainCommand(withTools: WithTools): Command {
  return new Command('erase-again')
    .description('erase everybody of a list once more, as after a restore from an older backup')
    .argument('<file>', 'what `reporting erasures` printed')
    .option('--dry-run', 'count what would be deleted, change nothing')
    .option('--json', 'the counts as JSON, for scripts')
    .action(async (file: string, options: EraseOptions) => {
      const { dryRun: isDryRun = false, json } = options;
      const ids = readIds(await readFile(file, 'utf8'), file);
      await withTools(async ({ db }) => {
        const counts = await erasePeople(db, ids, { ...BY_COMMAND, isDryRun });
        printResult(counts, { json, text: describe(counts, isDryRun) });
      });
    });
}

/** @throws Error naming the first line that is no id */
function readIds(text: string, file: string): string[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const id = line.trim().toLowerCase();
    if (id === '') return [];
    if (isUuid(id)) return [id];
    throw new Error(`${file}, line ${index + 1}: not an id. Nothing was erased.`);
  });
}
