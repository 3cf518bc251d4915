import {
  Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import { print, report } from '@platform/service';
import { ENCODINGS } from '@platform/spreadsheet';
import { writeTemplate } from '../export/template';
import { isTimeZone } from '../http/times';
import type { CommandTools, WithTools } from '../main/config';
import { uuid } from '../records/column-types';
import { DATE_FORMATS } from '../records/dates';
import type { ImportChoices } from './import-options';
import { importRecords } from './import-records';
import type { ImportResult } from './import-run';
import { openPath } from './open-records';
import { ProgressDisplay } from './progress';
import { findUndoable } from './runs/import-runs';

interface Options extends Partial<Omit<ImportChoices, 'companies' | 'companyId' | 'listSource'>> {
  readonly template?: string;
  readonly undo?: string;
  readonly company?: string[];
  readonly json?: true;
}

export function importCommand(withTools: WithTools): CommandUnknownOpts {
  return new Command('import')
    .description("load organizations' records from CSV files or a workbook, all or nothing")
    .argument(
      '[from]',
      'a folder with companies.csv, accounts.csv, …; a zip archive of one; a workbook (.xlsx); or one table, such as tickets.csv',
    )
    .option('--template <folder>', 'write an example of each file, and a README, to a folder')
    .option(
      '--undo <id>',
      'undo an import: restore the rows that it changed, and delete those that it added',
    )
    .option('--dry-run', 'check everything without changing anything')
    .option(
      '--replace',
      'also delete rows that the files lack, in the organizations of companies.csv',
    )
    .option('--update-accounts', 'also change e-mails and rights of existing accounts')
    .option('--allow-operators', 'allow rows that make accounts operators')
    .option('--allow-removals', 'allow --replace to delete most rows of a table')
    .option('--allow-erased', 'allow erased people to come back')
    .option('--overwrite-hand', 'overwrite records that were added, corrected or withdrawn by hand')
    .option(
      '--company <handle>',
      'reject rows of other organizations; repeatable',
      (handle: string, others: string[] | undefined) => [...(others ?? []), handle],
    )
    .option('--text-ids', 'accept IDs that are not UUIDs, such as 4711')
    .option(
      '--time-zone <zone>',
      'time zone of times without an offset; dates do not depend on it',
      parseZone,
    )
    .addOption(
      new Option('--date-format <format>', 'format of dates, in addition to YYYY-MM-DD').choices(
        DATE_FORMATS,
      ),
    )
    .addOption(
      new Option('--encoding <encoding>', 'encoding of the files (default: utf-8)').choices(
        ENCODINGS,
      ),
    )
    .option('--update-history', 'also change statistics of months with snapshots taken here')
    .option('--json', 'print the id, for --undo, and the counts as JSON')
    .action(async (from, options, command) => {
      const { template, undo } = options;
      if ([from, template, undo].filter(each => each !== undefined).length !== 1)
        command.error('error: name either what to import, --template FOLDER or --undo ID');
      else if (template !== undefined) await writeTemplate(template);
      else if (undo !== undefined) await withTools(tools => undoImport(tools, undo, options));
      else await withTools(tools => importFrom(tools, from!, options));
    });
}

async function importFrom(
  { db, config }: CommandTools,
  from: string,
  options: Options,
): Promise<void> {
  const { sources, rows, ignored, digest, close } = await openPath(from, {
    maxBytes: config.importMaxBytes,
    encoding: options.encoding,
  });
  const progress = new ProgressDisplay(process.stderr, rows);
  try {
    const result = await importRecords(db, sources, {
      ...options,
      companies: options.company ?? [],
      source: from,
      beforeDays: config.importBeforeDays,
      rows,
      ignored,
      digest,
      progress,
    });
    progress.end();
    if (options.json) print(JSON.stringify({ ...result, ignored }));
    else {
      const lines = [...ignoredLines(ignored), ...deletedLines(result), ...noticeLines(result)];
      print([...lines, lastLine(result, options)].join('\n'));
    }
  } catch (error) {
    progress.end();
    for (const line of ignoredLines(ignored)) report(line);
    throw error;
  } finally {
    await close();
  }
}

async function undoImport(
  { db, config }: CommandTools,
  id: string,
  { json }: Options,
): Promise<void> {
  if (uuid.read(id, null) === undefined) throw new Error(`${id} is not an id of an import.`);
  const { run: undoes, name, options } = await findUndoable(db, id, null);
  const beforeDays = config.importBeforeDays;
  const source = `Undo of ${name}`;
  const result = await importRecords(db, {}, { ...options, undoes, source, beforeDays });
  print(json ? JSON.stringify(result) : lastLine(result));
}

function ignoredLines(ignored: readonly string[]): string[] {
  return ignored.length === 0 ? [] : [`Ignored, not import files: ${ignored.join(', ')}.`];
}

/** Names files with deletions: a file without rows deletes all. */
function deletedLines({ files }: ImportResult): string[] {
  return files
    .filter(({ deleted }) => deleted > 0)
    .map(({ file, read, deleted }) => `${file}: ${read} rows read, ${deleted} deleted.`);
}

function noticeLines({ files }: ImportResult): string[] {
  return files.flatMap(({ file, notices = [] }) => notices.map(notice => `${file}: ${notice}`));
}

export function lastLine(
  result: ImportResult,
  { dryRun }: { readonly dryRun?: boolean } = {},
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
  if (isTimeZone(name)) return name;
  throw new InvalidArgumentError(`${name} is not a time zone, such as America/Edmonton.`);
}
