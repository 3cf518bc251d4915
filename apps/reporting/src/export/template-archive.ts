import { type Cell, type Column, writeWorkbook, writeZip } from '@platform/spreadsheet';
import { importFiles, stem } from '../records/files';
import { columnsOf } from '../reports/table/columns';
import { type ExportedRow, exportedFiles } from './export-statements';
import { allowed, exampleCells, templateFiles } from './template';
import { sheetOf } from './write-records';

/** Writes a zip of the files from `import --template`. */
export function templateZip(): AsyncGenerator<Uint8Array> {
  return writeZip(zip => {
    for (const [name, content] of templateFiles()) zip.add(name, content);
    return Promise.resolve();
  });
}

/** Writes a workbook with a sheet per file, each with an example row, and a final sheet that describes the columns. */
export function templateXlsx(): AsyncGenerator<Uint8Array> {
  const examples = exportedFiles.map(({ file, columns }) =>
    sheetOf(stem(file), columns, once([exampleRow(columns, exampleCells(file))])),
  );
  const meanings = sheetOf('Columns', meaningColumns, once(meaningRows()));
  return writeZip(zip => writeWorkbook(zip, [...examples, meanings]));
}

function exampleRow(columns: readonly Column<ExportedRow>[], cells: string[]): ExportedRow {
  return Object.fromEntries(
    columns.map(({ name, type }, index) => [name, typed(type, cells[index]!)]),
  );
}

function typed(type: Column<ExportedRow>['type'], cell: string): Cell {
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
      sheet: stem(file),
      column,
      meaning: inConsoleWords(details.about),
      allowed: inConsoleWords(allowed(file.name, details)),
      mayBeEmpty: details.type.isOptional,
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
