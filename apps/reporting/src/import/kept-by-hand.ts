import { parseStatement, query, type Statement, type Transaction } from '@platform/db';
import { importFiles, references, stem } from '../records/files';
import { type FileName, type ImportFile, snakeCase } from '../records/import-file';
import type { ChangedFile } from './changed-rows';
import type { Import } from './import-options';
import { countKeptRows } from './removal-statements';
import type { StagedFile } from './stage-file';
import { changedTable, generate, isPresent, joins, stagingTable } from './staged-rows';

type Kept = Statement<{ kept: number }>;

/** Of the files whose rows people record, correct and withdraw, what leaves those rows as they are. */
const statements = new Map<FileName, { readonly leave: Kept; readonly count: Kept }>(
  importFiles
    .filter(({ special }) => special.isEdited)
    .map(file => [
      file.name,
      { leave: generate(file, 'leave-by-hand', leaveText(file)), count: countKeptRows(file) },
    ]),
);

/**
 * Leaves out rows of the files that were recorded, corrected or withdrawn by hand, and returns how many of each file,
 * with those that --replace would delete. The members are locked: nobody changes a row by hand from then on.
 */
export async function leaveByHand(
  tx: Transaction,
  files: readonly ChangedFile[],
  { replace, overwriteHand }: Import,
): Promise<readonly ChangedFile[]> {
  if (overwriteHand) return files;
  const left: ChangedFile[] = [];
  for (const each of files) {
    const statement = statements.get(each.file.name);
    const [leaving] = statement ? await query(tx, statement.leave) : [];
    const [lacking] = statement && replace ? await query(tx, statement.count) : [];
    const changed = each.changed - (leaving?.kept ?? 0);
    left.push({ ...each, changed, keptByHand: (leaving?.kept ?? 0) + (lacking?.kept ?? 0) });
  }
  return left;
}

/** A withdrawal counts while the row is gone: with --overwrite-hand it comes back. */
function leaveText(file: ImportFile): string {
  const refs = references(file).filter(({ isOptional }) => !isOptional);
  const from = `from ${changedTable(file)} as staged
  ${joins(file, refs).join('\n  ')}`;
  return `with by_hand as (
  select staged.line
  ${from}
  join reporting.${file.table} as present on ${isPresent(file)}
  where present.source = 'hand'
  union all
  select staged.line
  ${from}
  join reporting.withdrawn_record as withdrawn
    on withdrawn.member_uuid = staged.member_id
    and withdrawn.record_uuid = staged.${snakeCase(file.key.at(-1)!)}
  where not exists (select from reporting.${file.table} as present where ${isPresent(file)})
),
kept as (
  delete from ${changedTable(file)}
  where line in (select line from by_hand)
  returning 1
)
select count(*) as kept
from kept`;
}

/** Lets rows keep what their file has no column for; files with statements of their own see to it there. */
export async function keepLacking(tx: Transaction, { file, lacking }: StagedFile): Promise<void> {
  if (file.special.apply) return;
  for (const name of lacking.filter(column => !file.columns[column]!.fallback)) {
    const column = snakeCase(name);
    await query(
      tx,
      parseStatement(
        `${stem(file)}.keep-${column}.sql`,
        `update ${stagingTable(file)} as staged
set ${column} = present.${column}
from reporting.${file.table} as present
where present.uuid = staged.id
  and present.${column} is not null`,
      ),
    );
  }
}
