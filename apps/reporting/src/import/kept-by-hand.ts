import { execute, query, type Transaction } from '@platform/db';
import { references } from '../records/files';
import { type ImportFile, snakeCase } from '../records/import-file';
import type { ChangedFile } from './changed-rows';
import type { Import } from './import-options';
import { countKeptRows } from './removals';
import type { StagedFile } from './stage-file';
import { changedTable, generate, isPresent, joins, rulesOf, stagingTable } from './staged-rows';

/**
 * Drops staged rows whose records were recorded, corrected or withdrawn by hand, and counts them per file, together
 * with those that --replace would delete. The members must be locked, so that nobody changes a record by hand
 * afterwards.
 */
export async function skipByHand(
  tx: Transaction,
  files: readonly ChangedFile[],
  { replace, overwriteHand }: Import,
): Promise<readonly ChangedFile[]> {
  if (overwriteHand) return files;
  const left: ChangedFile[] = [];
  for (const each of files) {
    const { file } = each;
    if (!file.special.isEdited) {
      left.push(each);
      continue;
    }
    const leave = generate(file, 'leave-by-hand', leaveText(file));
    const dropped = await execute(tx, leave);
    const lacking = replace ? (await query(tx, countKeptRows(file)))[0]!.kept : 0;
    left.push({ ...each, changed: each.changed - dropped, keptByHand: dropped + lacking });
  }
  return left;
}

/** A withdrawal only has an effect while the record is gone; --overwrite-hand brings it back. */
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
)
delete from ${changedTable(file)}
where line in (select line from by_hand)`;
}

/** Fills columns that the file lacks with the stored values. Files with their own `apply` rule do so there. */
export async function keepMissingColumns(
  tx: Transaction,
  { file, lacking }: StagedFile,
): Promise<void> {
  const kept = lacking.filter(name => !file.columns[name]!.fallback).map(snakeCase);
  if (kept.length === 0 || rulesOf(file, 'apply').length > 0) return;
  const text = `update ${stagingTable(file)} as staged
set ${kept.map(column => `${column} = present.${column}`).join(', ')}
from reporting.${file.table} as present
where present.uuid = staged.id
  and num_nonnulls(${kept.map(column => `present.${column}`).join(', ')}) > 0`;
  await query(tx, generate(file, 'keep-missing', text));
}
