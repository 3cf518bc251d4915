import { Command } from 'commander';
import { type CommandTools, print, type WithTools } from '../../commands';
import { type ImportResult, importRecords } from './import-records';
import { readFolder } from './read-folder';
import { showProgress } from './show-progress';

interface Options {
  readonly dryRun?: true;
  readonly replace?: true;
  readonly updateAccounts?: true;
  readonly json?: true;
}

/** `import FOLDER` (import-format.md). */
export function importCommand(withTools: WithTools): Command {
  return new Command('import')
    .description("load organizations' records from a folder of CSV files, all or nothing")
    .argument('<folder>', 'where the files are: companies.csv, accounts.csv, members.csv, …')
    .option('--dry-run', 'check everything, change nothing')
    .option('--replace', 'also delete what the files lack, of the organizations in companies.csv')
    .option('--update-accounts', 'let e-mail and rights of existing accounts change, too')
    .option('--json', 'the counts as JSON, for scripts')
    .action((folder: string, options: Options) =>
      withTools(tools => importFolder(tools, folder, options)),
    );
}

async function importFolder({ db }: CommandTools, folder: string, options: Options): Promise<void> {
  let bytes = 0;
  const progress = showProgress(process.stderr, () => bytes);
  const found = await readFolder(folder, count => progress.bytes(count));
  bytes = found.bytes;
  for (const name of found.leftAside) {
    process.stderr.write(`${name} is left aside: it is not named as a file of an import is.\n`);
  }
  try {
    const result = await importRecords(db, found.sources, {
      source: folder,
      isDryRun: options.dryRun ?? false,
      replaces: options.replace ?? false,
      updatesAccounts: options.updateAccounts ?? false,
      progress,
    });
    progress.end();
    print(options.json ? JSON.stringify(result) : lastLine(result, options));
  } catch (error) {
    progress.end();
    throw error;
  }
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
