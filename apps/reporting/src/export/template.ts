import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { print } from '@platform/service';
import { stringify } from 'csv-stringify/sync';
import { importFiles } from '../records/files';
import { uuidOf } from '../records/ids';
import { type FileName, type ImportColumn, type ImportFile } from '../records/import-file';

/**
 * Writes every file with its header and an example row, which can be imported, and a README of every column.
 * @throws Error in a sentence where the folder has one of the files already
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
  print(`${files.length - 1} files and README.md are in ${folder}.`);
}

/** Every file with its header and an example row, and a README. */
export function templateFiles(): [name: string, content: string][] {
  const files = importFiles.map((file): [string, string] => [file.name, exampleOf(file)]);
  return [...files, ['README.md', readme()]];
}

/** The columns of every file as Markdown tables: meaning, type, allowed values, whether they may be empty. */
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

/** What a column accepts, in words. */
export function allowed(file: FileName, { of, type }: ImportColumn): string {
  if (of === file) return 'a UUID (any text with `--text-ids`)';
  if (of !== null) return `an id of ${of}`;
  return type.expected.replace(/, or nothing$/, '');
}

/** The cells of an example row. */
export function exampleCells({ columns }: ImportFile): string[] {
  return Object.values(columns).map(({ of, example }) =>
    of === null ? example : uuidOf('example', of, '1'),
  );
}

function exampleOf(file: ImportFile): string {
  return stringify([Object.keys(file.columns), exampleCells(file)], {
    record_delimiter: 'windows',
  });
}

function readme(): string {
  return `# Files of an import

\`reporting import FOLDER\` reads these files. Every file is optional. The example rows show one organization;
replace them.

- Save as CSV in UTF-8 (in Excel "CSV UTF-8"), or name the encoding, such as \`--encoding windows-1252\`. Commas, semicolons and tabs are all recognized.
- A cell of a code with leading zeros has to be formatted as text before it is typed: a spreadsheet turns 007 into 7.
- Dates are written 2026-01-31, or as \`--date-format DD.MM.YYYY\` says. A date stands for the start of that day in UTC, or in \`--time-zone\`: leave that out where files have no times.
- Ids are UUIDs. With \`--text-ids\`, an id can be any text, such as 4711.
- \`--dry-run\` checks everything and changes nothing.

## Columns

${columnTables()}`;
}
