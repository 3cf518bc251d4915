import { query, readStatements, type Statement, type Transaction } from '@platform/db';
import { importFiles, type Reference, references } from '../records/files';
import { type ImportFile, type RecordSources, snakeCase } from '../records/import-file';
import type { ChangedFile } from './changed-rows';
import type { Fault, FaultList, FoundFault } from './faults';
import type { Import } from './import-options';
import { rowsAt } from './keep-faults';
import { findRemovalFaults } from './removals';
import { findRightsFaults } from './rights-faults';
import {
  changedTable,
  createKnown,
  generate,
  queryWith,
  rulesOf,
  stagingTable,
} from './staged-rows';

const sql = readStatements(__dirname, 'find-faults.sql');

const findAllowedCompanies = sql<object>('find-allowed-companies');
const allowCompaniesOfFile = sql<{ handle: string }>('allow-companies-of-file');

/** Checks rows against other rows of the import and of the database. */
export async function findFaults(
  tx: Transaction,
  files: readonly ChangedFile[],
  sources: RecordSources,
  given: Import,
  faults: FaultList,
): Promise<void> {
  const present = files.map(({ file }) => file);
  const { replace, textIds, progress } = given;
  await query(tx, createKnown(present));
  const choices = { ...given, companies: await allowedHandles(tx, given) };
  for (const { file, rows } of files) {
    progress.begin('Checking', file.name);
    const all = { ...choices, limit: faults.remaining };
    const found = await queryWith(tx, faultStatement(file), all);
    const named = found.map(fault => ({ file: file.name, ...fault }));
    const shown = textIds ? await asInTheFile(file, sources, named) : named;
    for (const fault of shown) faults.add(fault);
    await findRightsFaults(tx, file, given, faults);
    progress.advance(rows);
  }
  if (replace) await findRemovalFaults(tx, present, given, faults);
}

/**
 * The handles of the organizations that the rows may belong to; null for any. An upload without `companyId` may contain
 * rows of the organizations in its companies.csv.
 */
async function allowedHandles(
  tx: Transaction,
  { companies, isUpload, undoes }: Import,
): Promise<readonly string[] | null> {
  if (companies.length > 0) {
    const handles = companies.map(handle => handle.toLowerCase());
    await query(tx, findAllowedCompanies, { companies: handles });
    return handles;
  }
  if (!isUpload || undoes !== null) return null;
  const own = await query(tx, allowCompaniesOfFile);
  return own.length === 0 ? null : own.map(({ handle }) => handle);
}

/** Replaces generated UUIDs by the cells of the file, which is read again. */
async function asInTheFile(
  { name }: ImportFile,
  sources: RecordSources,
  faults: readonly Fault[],
): Promise<Fault[]> {
  const shown = new Map<Fault, string | undefined>();
  const byLine = Map.groupBy(faults, ({ line }) => line);
  for await (const { line, cells, header } of rowsAt(sources[name], [...byLine.keys()])) {
    const columns = header.map(cell => cell.trim().toLowerCase());
    for (const fault of byLine.get(line)!) {
      if (fault.column === null) continue;
      shown.set(fault, cells[columns.indexOf(fault.column.toLowerCase())]?.trim());
    }
  }
  return faults.map(fault => ({ ...fault, value: shown.get(fault) ?? fault.value }));
}

/**
 * Finds duplicates, unknown ids, and rows of other organizations, whose other faults could reveal records of these
 * organizations.
 */
export function faultStatement(file: ImportFile): Statement<FoundFault> {
  const own = rulesOf(file, 'faults').map(([, text]) => `(\n${text.trimEnd()}\n)`);
  const found = [
    selectDuplicates(file),
    ...selectForeignIds(file),
    ...('companyId' in file.columns ? [selectUnknown(file, COMPANY)] : []),
    ...references(file).map(reference => selectUnknown(file, reference)),
    ...selectMixedOrganizations(file),
    ...own,
  ].join('\nunion all\n');
  const notAllowed = selectNotAllowed(file);
  const text =
    notAllowed === null
      ? found
      : `with not_allowed (line, "column", value, expected) as (
${notAllowed}
)
select *
from (
${found}
) as found
where not exists (select from not_allowed where not_allowed.line = found.line)
union all
select *
from not_allowed`;
  return generate(file, 'faults', `${text}\norder by line, "column"\nlimit $limit::integer`);
}

const COMPANY = { name: 'companyId', staged: 'company_id', to: importFiles[0]! };

/** Rows with the key of an earlier row. Only rows with duplicate keys are sorted. */
function selectDuplicates(file: ImportFile): string {
  const names = file.key;
  const keys = names.map(snakeCase);
  const all = keys.join(', ');
  const what =
    names.length === 1
      ? `an ${names[0]} that is in the file once`
      : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} together once`;
  return `select again.line, '${names.at(-1)}' as "column", again.${keys.at(-1)}::text as value,
  '${what}; line ' || again.first_line || ' has it too' as expected
from (
  select line, ${all}, min(line) over (partition by ${all}) as first_line
  from ${stagingTable(file)}
  where (${all}) in (select ${all} from ${stagingTable(file)} group by ${all} having count(*) > 1)
) as again
where again.line > again.first_line`;
}

function selectForeignIds(file: ImportFile): string[] {
  const [owner] = references(file);
  const isOfOwner = !('companyId' in file.columns);
  if (file.key[0] !== 'id' || (isOfOwner ? !owner : file.isKept)) return [];
  return [
    `select staged.line, 'id', staged.id::text, 'an id that no other organization uses'
from ${changedTable(file)} as staged${isOfOwner ? `\n${joinOwner(owner!)}` : ''}
join reporting.${file.table} as present on present.uuid = staged.id
join reporting.company on company.id = present.company_id
where company.uuid <> ${isOfOwner ? 'owner' : 'staged'}.company_id`,
  ];
}

function selectUnknown(
  file: ImportFile,
  { name, staged, to }: Pick<Reference, 'name' | 'staged' | 'to'>,
): string {
  return `select staged.line, '${name}', staged.${staged}::text, 'the id of ${to.row}, in ${to.name} or in the database'
from ${changedTable(file)} as staged
where staged.${staged} is not null
  and not exists (select from known_${to.table} as known where known.id = staged.${staged})`;
}

function selectNotAllowed(file: ImportFile): string | null {
  const [owner] = references(file);
  const ofRow = 'companyId' in file.columns ? ['companyId', 'staged.company_id'] : null;
  const ofOwner = owner ? [owner.name, 'owner.company_id'] : null;
  const found = file.name === 'companies.csv' ? ['handle', 'staged.id'] : (ofRow ?? ofOwner);
  if (!found) return null;
  const [column, company] = found as [string, string];
  return `select staged.line, '${column}', staged.${snakeCase(column)}::text,
  'a row of ' || array_to_string($companies::text[], ', ') || ', to which the import is kept'
from ${stagingTable(file)} as staged${found === ofOwner ? `\n${joinOwner(owner!)}` : ''}
where $companies::text[] is not null
  and ${company} is not null
  and ${company} not in (select id from allowed_company)`;
}

const joinOwner = ({ to, staged }: Reference) =>
  `join known_${to.table} as owner on owner.id = staged.${staged}`;

function selectMixedOrganizations(file: ImportFile): string[] {
  if ('companyId' in file.columns) return [];
  const [owner, ...others] = references(file);
  if (!owner) return [];
  return others.map(
    other => `select staged.line, '${other.name}', staged.${other.staged}::text, '${other.to.row} of the same organization'
from ${changedTable(file)} as staged
${joinOwner(owner)}
join known_${other.to.table} as known on known.id = staged.${other.staged}
where known.company_id <> owner.company_id`,
  );
}
