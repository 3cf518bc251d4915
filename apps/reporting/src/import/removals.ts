import { parseStatement, query, type Statement, type Transaction } from '@platform/db';
import { importFiles, references } from '../records/files';
import type { FileName, ImportFile } from '../records/import-file';
import type { FaultList } from './faults';
import type { Import } from './import-options';
import { generate, isPresent, joinsOfKey, queryWith, stagingTable } from './staged-rows';

/**
 * Adds a fault for each table of an organization that would lose all rows, or more than 20 and a fifth of them, and for
 * each row that --replace would delete but a remaining row references.
 */
export async function findRemovalFaults(
  tx: Transaction,
  files: readonly ImportFile[],
  { allowRemovals, overwriteHand }: Pick<Import, 'allowRemovals' | 'overwriteHand'>,
  faults: FaultList,
): Promise<void> {
  for (const file of allowRemovals ? [] : files) {
    const statement = removalsStatement(file);
    if (!statement) continue;
    for (const found of await queryWith(tx, statement, { overwriteHand })) {
      const [gone, all] = [found.removed, found.total].map(rows => rows.toLocaleString('en'));
      const expected = `${minToStay(found, 'rows')} of ${found.handle} to stay, and ${gone} of ${all} would be deleted`;
      const remedy = 'see whether the file is whole; {allowRemovals} deletes them';
      faults.add({ file: file.name, expected, remedy });
    }
  }
  const names = files.map(({ name }) => name);
  const given = { files: names, overwriteHand, limit: faults.remaining };
  for (const { file, value, used_by, by_hand } of await query(tx, findStillUsed, given)) {
    const expected = by_hand
      ? `to be there, since rows of ${used_by} that were recorded by hand refer to it`
      : `to be there, or ${used_by} as well, whose rows refer to it`;
    const remedy = by_hand ? 'withdraw them; {overwriteHand} deletes them' : undefined;
    faults.add({ file, column: 'id', value, expected, remedy });
  }
}

/** How much must remain: something if at most 20 are removed, or else 80 %. */
export function minToStay({ removed }: Pick<Removal, 'removed'>, what: string): string {
  return removed > 20 ? `at least 80 % of the ${what}` : `some ${what}`;
}

interface StillUsed {
  readonly file: string;
  readonly value: string;
  readonly used_by: string;
  /** Whether the referencing row stays because it was recorded by hand. */
  readonly by_hand: boolean;
}

/** Whether --replace can delete rows of the file that other tables reference. */
export const isReferredTo = ({ columns, key, isKept }: ImportFile) =>
  'companyId' in columns && key[0] === 'id' && !isKept;

/** Stores the referenced rows that --replace will delete in `leaving`. */
export const findLeaving = parseStatement<object>(
  'find-leaving.sql',
  `insert into leaving (file, id)
${importFiles.filter(isReferredTo).map(selectLeaving).join('\nunion all\n')}`,
);

/** Rows that --replace would delete but a remaining row references. */
export const findStillUsed = parseStatement<StillUsed>(
  'find-still-used.sql',
  `${importFiles.filter(isReferredTo).flatMap(selectStillUsed).join('\nunion all\n')}
order by file, value, used_by
limit $limit::integer`,
);

function selectLeaving(file: ImportFile): string {
  return `select '${file.name}', present.uuid
from reporting.${file.table} as present
join reporting.company on company.id = present.company_id
join staged_company on staged_company.id = company.uuid
where '${file.name}' = any ($files::text[])
  and not exists (select from ${stagingTable(file)} as staged where staged.id = present.uuid)`;
}

function selectStillUsed(file: ImportFile): string[] {
  return importFiles
    .filter(({ isKept }) => !isKept)
    .flatMap(user =>
      references(user)
        .filter(({ to }) => to === file)
        .map(
          ({
            stored,
          }) => `select leaving.file, leaving.id::text as value, '${user.name}' as used_by,
  '${user.name}' = any ($files::text[]) as by_hand
from leaving
join reporting.${file.table} as gone on gone.uuid = leaving.id
where leaving.file = '${file.name}'
  and exists (
    select
    from reporting.${user.table} as present
    where present.${stored} = gone.id
      and ${staysIn(user)}
  )`,
        ),
    );
}

/** Whether the row `present` remains: the import lacks its file, or it was recorded by hand. */
function staysIn({ name, special }: ImportFile): string {
  const hasNoFile = `'${name}' <> all ($files::text[])`;
  return special.isEdited
    ? `(${hasNoFile} or present.source = 'hand' and not $overwriteHand::boolean)`
    : hasNoFile;
}

/** The temporary table of the rows that an undone import inserted, with the columns of the staging table. */
export const removedTable = ({ table }: ImportFile) => `removed_${table}`;

type Deletion = Pick<Import, 'undoes' | 'replace'>;

/** Deletes the rows that `isDeleted` selects; null if there are none in the file. */
export function removeStatement(file: ImportFile, options: Deletion): Statement<object> | null {
  const where = isDeleted(file, options);
  if (where === null) return null;
  return generate(file, 'remove', `delete from reporting.${file.table} as present\nwhere ${where}`);
}

/**
 * Whether an import deletes the row `present`: an undo what the undone import inserted, --replace what the files lack,
 * and a list what it lacks of its people. Null if no rows of the file are deleted.
 */
export function isDeleted(file: ImportFile, { undoes, replace }: Deletion): string | null {
  if (undoes !== null) return `exists (${selectStored(file, removedTable(file))})`;
  if (replace) return file.isKept ? null : isRemoved(file);
  return REPLACED_BY_LISTS.includes(file.name) ? isReplaced(file) : null;
}

/** Whether --replace deletes the row `present`. Rows recorded by hand stay unless --overwrite-hand is given. */
function isRemoved(file: ImportFile): string {
  if (isReferredTo(file))
    return `present.uuid in (select id from leaving where file = '${file.name}')`;
  const isByImport = "($overwriteHand::boolean or present.source <> 'hand')";
  return [IS_OF_FILES, ...(file.special.isEdited ? [isByImport] : []), isLacking(file)].join(AND);
}

const AND = '\n    and ';

/** Whether the row `present` belongs to an organization in companies.csv. */
const IS_OF_FILES = `present.company_id in (
      select company.id
      from reporting.company
      join staged_company on staged_company.id = company.uuid
    )`;

const isLacking = (file: ImportFile) => `not exists (${selectStored(file, stagingTable(file))})`;

/** The row of a temporary table that is stored as the row `present`. */
function selectStored(file: ImportFile, table: string): string {
  return `
      select
      from ${table} as staged
      ${joinsOfKey(file).join('\n      ')}
      where ${isPresent(file)}
    `;
}

const REPLACED_BY_LISTS: readonly FileName[] = ['affiliations.csv', 'profile-assignments.csv'];

/** Whether the row `present` belongs to a person whose rows the list replaces, and the list lacks it. */
function isReplaced(file: ImportFile): string {
  return `present.member_id in (
      select member.id
      from reporting.member
      join replaced on replaced.member_id = member.uuid
      where replaced.file = '${file.name}'
    )
    and ${isLacking(file)}`;
}

/** Counts the rows that the file lacks but that stay because they were recorded by hand. */
export function countKeptRows(file: ImportFile): Statement<{ kept: number }> {
  return generate(
    file,
    'kept-by-hand',
    `select count(*) as kept
from reporting.${file.table} as present
where ${["present.source = 'hand'", IS_OF_FILES, isLacking(file)].join(AND)}`,
  );
}

interface Removal {
  readonly handle: string;
  readonly removed: number;
  readonly total: number;
}

/**
 * The organizations that would lose all rows of the table, or more than 20 and more than a fifth of them; null for
 * files whose rows are never deleted.
 */
export function removalsStatement(file: ImportFile): Statement<Removal> | null {
  if (file.isKept) return null;
  const text = `with gone as (
  select present.company_id as id, count(*) as removed
  from reporting.${file.table} as present
  where ${isRemoved(file)}
  group by present.company_id
),
present as (
  select present.company_id as id, count(*) as total
  from reporting.${file.table} as present
  where present.company_id in (select id from gone)
  group by present.company_id
)
select company.handle, gone.removed, present.total
from gone
join present using (id)
join reporting.company using (id)
where gone.removed = present.total
  or (gone.removed > 20 and gone.removed > 0.2 * present.total)
order by company.handle`;
  return generate(file, 'removals', text);
}
