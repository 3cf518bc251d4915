import { parseStatement, type Statement } from '@platform/db';
import { type ExportedFile, type ExportedRow, exportedFiles } from '../../export/export-statements';
import { references, stem } from '../../records/files';
import { type ImportFile, snakeCase } from '../../records/import-file';
import { changedTable, stagingTable } from '../staged-rows';

export interface BeforeImageFile extends Pick<ExportedFile, 'file' | 'columns'> {
  /** The rows that an import will change or delete, as an export writes them. */
  readonly statement: Statement<ExportedRow>;
}

/** What follows from other columns is not compared. */
const DERIVED: ReadonlySet<string> = new Set(['completed', 'progress', 'score']);

/** The scope of the reports is taken by --update-accounts alone. */
const REPORT_SCOPE_CHANGES = `($updateAccounts::boolean and staged.report_scope is not null
        and (exported."reportScope", exported."reportDepartments")
          is distinct from (staged.report_scope, coalesce(staged.report_departments, '{}')))`;

export const beforeImageFiles: readonly BeforeImageFile[] = exportedFiles.map(
  ({ file, columns, statement }) => ({
    file,
    columns,
    statement: parseStatement(`${stem(file)}.before.sql`, beforeText(file, ofAll(statement))),
  }),
);

function beforeText(file: ImportFile, exported: string): string {
  const same = file.key.map(key => `${staged(file, key)} = exported."${key}"`);
  return `with exported as not materialized (
${exported.trimEnd()}
)
select exported.*
from exported
join ${changedTable(file)} as staged on ${same.join(' and ')}
where ${isChanged(file)}
union all
select exported.*
from exported
left join ${stagingTable(file)} as staged on ${same.join(' and ')}
where $replace::boolean
  and staged.line is null
  and ${isOwned(file)}`;
}

/** An export of all organizations, whose only parameter names one; in any order, which spares a sort of everything. */
function ofAll({ text }: Statement<ExportedRow>): string {
  return text.slice(0, text.lastIndexOf('\norder by')).replaceAll('$1', 'null');
}

/** A value of the file as an export writes it. */
function staged({ name }: ImportFile, column: string): string {
  const value = `staged.${snakeCase(column)}`;
  if (name !== 'monthly-statistics.csv') return value;
  if (column === 'month') return `to_char(${value}, 'YYYY-MM')`;
  return column === 'category' ? `case ${value} when 1 then 'Primary' else 'Secondary' end` : value;
}

function isChanged(file: ImportFile): string {
  const values = Object.keys(file.columns).filter(
    name => !file.key.includes(name) && !DERIVED.has(name) && !file.columns[name]!.mayLack,
  );
  if (values.length === 0) return 'false';
  const differ = values
    .map(name => `exported."${name}" is distinct from ${staged(file, name)}`)
    .join('\n      or ');
  if (file.name === 'members.csv') return `${differ}\n      or ${REPORT_SCOPE_CHANGES}`;
  if (file.name !== 'accounts.csv') return differ;
  return `exported."name" is distinct from staged.name
      or (exported."email" is null and staged.email is not null)
      or ($updateAccounts::boolean and (${differ}))`;
}

/** Whether --replace deletes a row that the file lacks. */
function isOwned(file: ImportFile): string {
  if (file.isKept) return 'false';
  if ('companyId' in file.columns) return 'exported."companyId" in (select id from staged_company)';
  const [owner] = references(file);
  return `exported."${owner!.name}" in (
      select owner.uuid
      from reporting.${owner!.to.table} as owner
      join reporting.company on company.id = owner.company_id
      join staged_company on staged_company.id = company.uuid
    )`;
}
