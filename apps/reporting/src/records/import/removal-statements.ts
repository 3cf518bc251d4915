import { parseStatement, type Statement } from '@platform/db';
import { importFiles } from './files';
import type { ImportFile } from './import-file';
import { generate, joins, references, stagingTable } from './staged-rows';

/** What a row of a file that --replace would delete is still referred to by. */
export interface StillUsed {
  readonly file: string;
  readonly value: string;
  readonly used_by: string;
}

/** Whether --replace can delete rows of the file that other tables refer to. */
export const isReferredTo = ({ columns, isKept }: ImportFile) => 'companyId' in columns && !isKept;

/** Notes what --replace will delete of what others refer to. */
export const findLeaving = parseStatement<object>(
  'find-leaving.sql',
  `insert into leaving (file, id)
${importFiles.filter(isReferredTo).map(selectLeaving).join('\nunion all\n')}`,
);

/** A row: something that --replace would delete, and that a table still refers to whose file is not there. */
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
          ({ stored }) => `select leaving.file, leaving.id::text as value, '${user.name}' as used_by
from leaving
join reporting.${file.table} as gone on gone.uuid = leaving.id
where leaving.file = '${file.name}'
  and '${user.name}' <> all ($files::text[])
  and exists (select from reporting.${user.table} as present where present.${stored} = gone.id)`,
        ),
    );
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
  const refs = references(file).filter(({ name }) => file.key.includes(name));
  const same =
    file.key[0] === 'id'
      ? ['staged.id = present.uuid']
      : refs.map(({ alias, stored }) => `${alias}.id = present.${stored}`);
  return `with deleted as (
  delete from reporting.${file.table} as present
  using reporting.company
  join staged_company on staged_company.id = company.uuid
  where company.id = present.company_id
    and not exists (
      select
      from ${stagingTable(file)} as staged
      ${joins(file, refs).join('\n      ')}
      where ${same.join('\n        and ')}
    )
  returning 1
)
select count(*) as deleted
from deleted`;
}
