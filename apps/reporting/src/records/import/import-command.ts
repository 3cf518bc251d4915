import { report } from '@platform/service';
import { Command, InvalidArgumentError } from 'commander';
import { type CommandTools, print, type WithTools } from '../../command-output';
import { printable } from './faults';
import { importRecords } from './import-records';
import type { ImportResult } from './import-run';
import { showProgress } from './progress';
import { readFolder } from './read-folder';
import { writeTemplate } from './template';

interface Options {
  readonly template?: string;
  readonly dryRun?: true;
  readonly replace?: true;
  readonly updateAccounts?: true;
  readonly textIds?: true;
  readonly timeZone?: string;
  readonly json?: true;
}

/** `import FOLDER`, and `import --template FOLDER`. */
export function importCommand(withTools: WithTools): Command {
  return new Command('import')
    .description("load organizations' records from a folder of CSV files, all or nothing")
    .argument('[folder]', 'where the files are: companies.csv, accounts.csv, members.csv, …')
    .option('--template <folder>', 'write all files with an example row each, and a README')
    .option('--dry-run', 'check everything, change nothing')
    .option('--replace', 'also delete what the files lack, of the organizations in companies.csv')
    .option('--update-accounts', 'let e-mail and rights of existing accounts change, too')
    .option('--text-ids', 'accept ids that are no UUIDs, such as 4711')
    .option(
      '--time-zone <zone>',
      'of dates and of times without an offset (default: UTC)',
      parseZone,
    )
    .option('--json', 'the counts as JSON, for scripts')
    .action(async (folder: string | undefined, options: Options, command: Command) => {
      if ((folder === undefined) === (options.template === undefined))
        command.error('error: name either a folder to import or --template FOLDER');
      if (folder !== undefined) await withTools(tools => importFolder(tools, folder, options));
      else await writeTemplate(options.template!);
    });
}

async function importFolder({ db }: CommandTools, folder: string, options: Options): Promise<void> {
  const { sources, rows, ignored } = await readFolder(folder);
  const progress = showProgress(process.stderr, { rows });
  try {
    const result = await importRecords(db, sources, {
      source: folder,
      isDryRun: options.dryRun ?? false,
      replaces: options.replace ?? false,
      updatesAccounts: options.updateAccounts ?? false,
      hasTextIds: options.textIds ?? false,
      ...(options.timeZone && { timeZone: options.timeZone }),
      progress,
    });
    progress.end();
    if (options.json) print(JSON.stringify({ ...result, ignored }));
    else print([...ignoredLines(ignored), lastLine(result, options)].join('\n'));
  } catch (error) {
    progress.end();
    for (const line of ignoredLines(ignored)) report(line);
    throw error;
  }
}

function ignoredLines(ignored: readonly string[]): string[] {
  return ignored.length === 0 ? [] : [`Ignored, as no file of an import: ${ignored.join(', ')}.`];
}

/** What became of it, in one line. */
export function lastLine(
  result: ImportResult,
  { dryRun }: { readonly dryRun?: true } = {},
): string {
  const { read, inserted, updated, unchanged, deleted, seconds } = result;
  const number = (value: number) => value.toLocaleString('en');
  const rate = Math.round(read / Math.max(seconds, 0.001));
  return (
    `${dryRun ? 'Dry run, nothing kept: ' : ''}${number(read)} rows read, ${number(inserted)} inserted, ` +
    `${number(updated)} updated, ${number(unchanged)} unchanged, ${number(deleted)} deleted, ` +
    `${number(rate)} rows per second.`
  );
}

function parseZone(name: string): string {
  try {
    // An offset would be the wrong one for half of the year in most places.
    if (!/^[A-Za-z]/.test(name)) throw new RangeError();
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError(
      `${printable(name)} is no time zone; an example is America/Edmonton.`,
    );
  }
}
