import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { print } from '@platform/service';
import { type Cell, type ColumnType, writeWorkbook, writeZip } from '@platform/spreadsheet';
import { stringify } from 'csv-stringify/sync';
import { importFiles } from '../records/files';
import { uuidOf } from '../records/ids';
import { type FileName, type ImportColumn, type ImportFile, stem } from '../records/import-file';
import { columnsOf } from '../reports/table/define-columns';
import { type ExportedRow, exportedFiles } from './export-statements';
import { sheetOf } from './write-records';

/**
 * Writes every file with its header and an example row, which can be imported, and a README that describes the columns.
 * @throws Error if the folder already contains one of the files
 */
export async function writeTemplate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = templateFiles();
  for (const [name, content] of files) {
    const file = path.join(folder, name);
    await writeFile(file, content, { flag: 'wx' }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new Error(`${file} already exists; choose a different folder.`);
    });
  }
  print(`Wrote ${files.length - 1} files and README.md to ${folder}.`);
}

/** Writes a zip of the files from `import --template`. */
export function templateZip(): AsyncGenerator<Uint8Array> {
  return writeZip(zip => {
    for (const [name, content] of templateFiles()) zip.add(name, content);
    return Promise.resolve();
  });
}

/** Writes a workbook with a sheet per file, each with an example row, and a final sheet that describes the columns. */
export function templateXlsx(): AsyncGenerator<Uint8Array> {
  const examples = exportedFiles.map(({ file, columns }) => {
    const cells = exampleCells(file);
    const ofExample = columns.map((column, index) => {
      return { ...column, value: () => typed(column.type, cells[index]!) };
    });
    return sheetOf(stem(file.name), ofExample, once([{}]));
  });
  const meanings = sheetOf('Columns', meaningColumns, once(meaningRows()));
  return writeZip(zip => writeWorkbook(zip, [...examples, meanings]));
}

function templateFiles(): [name: string, content: string][] {
  const files = importFiles.map((file): [string, string] => {
    const rows = [Object.keys(file.columns), exampleCells(file)];
    return [file.name, stringify(rows, { record_delimiter: 'windows' })];
  });
  return [...files, ['README.md', readme()]];
}

export function columnTables(): string {
  return importFiles
    .map(
      ({ name, about, columns }) => `### ${name}

${about}

| Column | What | Allowed | May be empty |
|---|---|---|---|
${Object.entries(columns)
  .map(
    ([column, details]) =>
      `| ${column} | ${details.about} | ${allowed(name, details)} | ${details.type.isOptional ? 'yes' : 'no'} |`,
  )
  .join('\n')}
`,
    )
    .join('\n');
}

function allowed(file: FileName, { of, type }: ImportColumn): string {
  if (of === file) return 'a UUID (any text with `--text-ids`)';
  if (of !== null) return `an ID from ${of}`;
  return type.expected.replace(/, or nothing$/, '');
}

function exampleCells({ columns }: ImportFile): string[] {
  return Object.values(columns).map(({ of, example }) =>
    of === null ? example : uuidOf('example', of, '1'),
  );
}

function readme(): string {
  return `# Import files

\`reporting import FOLDER\` reads these files. Every file is optional. The example rows describe one organization;
replace them.

- Save as CSV in UTF-8 (in Excel, "CSV UTF-8"), or specify the encoding, such as \`--encoding windows-1252\`. Commas, semicolons and tabs are recognized.
- Format cells as text before entering codes with leading zeros: otherwise, a spreadsheet turns 007 into 7.
- Write dates as 2026-01-31, or in the format set with \`--date-format DD.MM.YYYY\`. A date means the start of that day in UTC, or in \`--time-zone\`; omit that option if the files contain no times.
- IDs are UUIDs. With \`--text-ids\`, an ID can be any text, such as 4711.
- \`--dry-run\` checks everything without changing anything.

## Columns

${columnTables()}`;
}

function typed(type: ColumnType, cell: string): Cell {
  if (type === 'boolean') return cell === 'true';
  return type === 'integer' || type === 'decimal' ? Number(cell) : cell;
}

const meaningColumns = columnsOf<ExportedRow>({
  sheet: 'text',
  column: 'text',
  meaning: 'text',
  allowed: 'text',
  mayBeEmpty: 'boolean',
});

function meaningRows(): ExportedRow[] {
  return importFiles.flatMap(file =>
    Object.entries(file.columns).map(([column, details]) => ({
      sheet: stem(file.name),
      column,
      meaning: inConsoleWords(details.about),
      allowed: inConsoleWords(allowed(file.name, details)),
      mayBeEmpty: details.type.isOptional === true,
    })),
  );
}

/** The options that columns name, as the fields of the console and the parameters of uploads. */
const OPTIONS: Readonly<Record<string, string>> = {
  '--allow-operators': 'the option “Allow new operators” (allowOperators)',
  '--overwrite-hand': 'the option “Overwrite what was recorded by hand” (overwriteHand)',
  '--text-ids': 'the option “Ids are any text” (textIds)',
  '--update-accounts': 'the option “Change existing accounts” (updateAccounts)',
};

/** A template that is downloaded has no command line. */
function inConsoleWords(text: string): string {
  return text.replaceAll(/`?(--[a-z-]+)`?/g, (_, option: string) => OPTIONS[option]!);
}

async function* once(rows: ExportedRow[]): AsyncGenerator<ExportedRow[]> {
  yield await Promise.resolve(rows);
}
