import { parseStatement, type Statement } from '@platform/db';
import { importFiles, references } from '../records/files';
import type { ImportFile } from '../records/import-file';
import { generate, isPresent, joinsOfKey, stagingTable } from './staged-rows';

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
  return file.isKept ? null : generate(file, 'remove', deleteText(file, isRemoved(file)));
}

/** Deletes the rows of members whose rows of the file are those of a list alone. */
export function removeReplacedStatement(file: ImportFile): Statement<{ deleted: number }> {
  return generate(file, 'remove-replaced', deleteText(file, isReplaced(file)));
}

export function deleteText({ table }: ImportFile, where: string): string {
  return `with deleted as (
  delete from reporting.${table} as present
  where ${where}
  returning 1
)
select count(*) as deleted
from deleted`;
}

/** Whether --replace deletes the row `present`: what people wrote stays, of files that no other one refers to. */
export function isRemoved(file: ImportFile): string {
  if (isReferredTo(file))
    return `present.uuid in (select id from leaving where file = '${file.name}')`;
  const isByImport = "($overwriteHand::boolean or present.source <> 'hand')";
  return [IS_OF_FILES, ...(file.special.isEdited ? [isByImport] : []), isLacking(file)].join(AND);
}

const AND = '\n    and ';

/** Whether the row `present` is of an organization of companies.csv. */
const IS_OF_FILES = `present.company_id in (
      select company.id
      from reporting.company
      join staged_company on staged_company.id = company.uuid
    )`;

/** Whether the file lacks the row `present`. */
function isLacking(file: ImportFile): string {
  return `not exists (
      select
      from ${stagingTable(file)} as staged
      ${joinsOfKey(file).join('\n      ')}
      where ${isPresent(file)}
    )`;
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
  return generate(
    file,
    'kept-by-hand',
    `select count(*) as kept
from reporting.${file.table} as present
where ${["present.source = 'hand'", IS_OF_FILES, isLacking(file)].join(AND)}`,
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
  return file.isKept ? null : generate(file, 'removals', removalsText(file));
}

function removalsText(file: ImportFile): string {
  return `with gone as (
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
}
