import { parseStatement, type Statement } from '@platform/db';
import { importFiles, references, storedKey } from '../records/files';
import type { ImportFile } from '../records/import-file';
import { generate, joins, stagingTable, storedValues } from './staged-rows';

/** What a row of a file that --replace would delete is still referred to by. */
export interface StillUsed {
  readonly file: string;
  readonly value: string;
  readonly used_by: string;
  /** Whether the row that refers to it is one that stays because it was recorded by hand. */
  readonly by_hand: boolean;
}

/** Whether --replace can delete rows of the file that other tables refer to. */
export const isReferredTo = ({ columns, key, isKept }: ImportFile) =>
  'companyId' in columns && key[0] === 'id' && !isKept;

/** Stores the referenced rows that --replace will delete. */
export const findLeaving = parseStatement<object>(
  'find-leaving.sql',
  `insert into leaving (file, id)
${importFiles.filter(isReferredTo).map(selectLeaving).join('\nunion all\n')}`,
);

/** Rows that --replace would delete but a table without a file refers to. */
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

/** Whether the row `present` stays: its table has no file, or it was recorded by hand. */
function staysIn({ name, special }: ImportFile): string {
  const hasNoFile = `'${name}' <> all ($files::text[])`;
  return special.isEdited
    ? `(${hasNoFile} or present.source = 'hand' and not $overwriteHand::boolean)`
    : hasNoFile;
}

/** Deletes what the file lacks; null where nothing is ever deleted. */
export function removeStatement(file: ImportFile): Statement<{ deleted: number }> | null {
  return file.isKept ? null : generate<{ deleted: number }>(file, 'remove', removeText(file));
}

function removeText(file: ImportFile): string {
  if (isReferredTo(file))
    return `with deleted as (
  delete from reporting.${file.table} as present
  using leaving
  where leaving.file = '${file.name}'
    and leaving.id = present.uuid
  returning 1
)
select count(*) as deleted
from deleted`;
  return `with deleted as (
  delete from reporting.${file.table} as present
  using reporting.company
  join staged_company on staged_company.id = company.uuid
  where company.id = present.company_id
    and ${isGone(file)}
  returning 1
)
select count(*) as deleted
from deleted`;
}

/** Whether --replace deletes the row `present`. */
export function isRemoved(file: ImportFile): string {
  if (isReferredTo(file)) return isLeaving(file);
  return `present.company_id in (
      select company.id
      from reporting.company
      join staged_company on staged_company.id = company.uuid
    )
    and ${isGone(file)}`;
}

const isLeaving = ({ name }: ImportFile) =>
  `present.uuid in (select id from leaving where file = '${name}')`;

/** Whether the row `present` is deleted, of files that no other one refers to: what people wrote stays. */
function isGone(file: ImportFile): string {
  const isByImport = file.special.isEdited
    ? "($overwriteHand::boolean or present.source <> 'hand')\n    and "
    : '';
  return isByImport + isLacking(file);
}

/** Whether the file lacks the row `present`. */
function isLacking(file: ImportFile): string {
  const refs = references(file).filter(({ name }) => file.key.includes(name));
  const values = storedValues(file);
  const same =
    file.key[0] === 'id'
      ? ['staged.id = present.uuid']
      : storedKey(file).map(key => `${values.get(key)!} = present.${key}`);
  return `not exists (
      select
      from ${stagingTable(file)} as staged
      ${joins(file, refs).join('\n      ')}
      where ${same.join('\n        and ')}
    )`;
}

/** Deletes the rows of members whose rows of the file are those of a list alone. */
export function removeReplacedStatement(file: ImportFile): Statement<{ deleted: number }> {
  return generate<{ deleted: number }>(
    file,
    'remove-replaced',
    `with deleted as (
  delete from reporting.${file.table} as present
  where ${isReplaced(file)}
  returning 1
)
select count(*) as deleted
from deleted`,
  );
}

/** The files whose rows a list may replace of its people. */
export const isReplaceable = ({ name }: ImportFile) =>
  name === 'affiliations.csv' || name === 'profile-assignments.csv';

/** Whether the row `present` of such a file is one that a list lacks. */
export function isReplaced(file: ImportFile): string {
  return `present.member_id in (
      select member.id
      from reporting.member
      join replaced on replaced.member_id = member.uuid
      where replaced.file = '${file.name}'
    )
    and ${isLacking(file)}`;
}

/** How many rows that --replace would delete stay, because they were recorded by hand. */
export function countKeptRows(file: ImportFile): Statement<{ kept: number }> {
  return generate<{ kept: number }>(
    file,
    'kept-by-hand',
    `select count(*) as kept
from reporting.${file.table} as present
join reporting.company on company.id = present.company_id
join staged_company on staged_company.id = company.uuid
where present.source = 'hand'
  and ${isLacking(file)}`,
  );
}

/** How many rows of an organization --replace would delete, of those that it has. */
export interface Removal {
  readonly handle: string;
  readonly removed: number;
  readonly total: number;
}

/** The organizations that would lose all rows of the table, or more than 20 and a fifth; null where nothing is deleted. */
export function removalsStatement(file: ImportFile): Statement<Removal> | null {
  return file.isKept ? null : generate<Removal>(file, 'removals', removalsText(file));
}

function removalsText(file: ImportFile): string {
  const gone = isReferredTo(file) ? isLeaving(file) : isGone(file);
  return `with owner as (
  select company.id, company.handle
  from reporting.company
  join staged_company on staged_company.id = company.uuid
),
gone as (
  select present.company_id as id, count(*) as removed
  from reporting.${file.table} as present
  where present.company_id in (select id from owner)
    and ${gone}
  group by present.company_id
),
present as (
  select present.company_id as id, count(*) as total
  from reporting.${file.table} as present
  where present.company_id in (select id from gone)
  group by present.company_id
)
select owner.handle, gone.removed, present.total
from owner
join gone using (id)
join present using (id)
where gone.removed = present.total
  or (gone.removed > 20 and gone.removed > 0.2 * present.total)
order by owner.handle`;
}
