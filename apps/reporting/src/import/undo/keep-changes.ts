import { type Database, query, readStatements, streamWithin, type Transaction } from '@platform/db';
import { type ImportFile, snakeCase } from '../../records/import-file';
import type { ChangedFile } from '../changed-rows';
import type { Import } from '../import-options';
import { isDeleted } from '../removals';
import { changedTable, generate, isCompared, queryWith } from '../staged-rows';
import { countValues, IMAGE, isKeyedRow, keyOf, selectImages } from './images';

const sql = readStatements(__dirname, 'keep-changes.sql');

const createTouched = sql('create-touched');
const analyzeTouched = sql('analyze-touched');
const addChanges = sql('add-changes');

/** The most rows kept: a larger import keeps none of them, a dry run the first ones. */
const MAX_CHANGES = 1_000_000;
export const MAX_OF_DRY_RUN = 100_000;

/**
 * Records the rows that an import may change, as they are before it. Requires the rows to be locked. Returns false if there
 * are too many.
 */
export async function noteRows(
  tx: Transaction,
  files: readonly ChangedFile[],
  options: Import,
): Promise<boolean> {
  const { dryRun, beforeDays } = options;
  const rows = files.reduce((sum, { changed }) => sum + changed, 0);
  if (!dryRun && (beforeDays === 0 || rows > MAX_CHANGES)) return false;
  await query(tx, createTouched);
  for (const { file, isNew } of files) {
    const note = (what: string, text: string, limit: number | null = null) =>
      queryWith(tx, generate(file, what, text), { ...options, limit });
    const limit = dryRun && isCompared(file) ? MAX_OF_DRY_RUN : null;
    if (dryRun || !isNew) await note(isNew ? 'note-new' : 'note', noteText(file, isNew), limit);
    const where = isDeleted(file, options);
    if (where !== null) await note('note-deleted', noteDeletedText(file, where));
  }
  await query(tx, analyzeTouched);
  return true;
}

/** How many rows changed, and how many of those existed before. */
export interface KeptChanges {
  readonly rows: number;
  readonly before: number;
}

export const NOTHING_KEPT: KeptChanges = { rows: 0, before: 0 };

/** Stores how the noted rows changed, and all rows of files that were new to their tables. */
export async function keepChanges(
  tx: Transaction,
  files: readonly ChangedFile[],
  { run, dryRun }: Import,
  /** Stores the changes of a dry run outside of its transaction, which is rolled back. */
  db: Database,
): Promise<KeptChanges> {
  let [rows, before, last] = [0, 0, 0];
  for (const { file, isNew } of files) {
    if (dryRun) {
      const limit = MAX_OF_DRY_RUN - rows;
      const text = `${changesText(file)}\nlimit $limit::integer`;
      const statement = generate<Change>(file, 'list-changes', text);
      for await (const changes of streamWithin(tx, statement, { from: last, limit })) {
        await query(db, addChanges, { run, changes: JSON.stringify(changes) });
        rows += changes.length;
        const { number, columns } = changes.at(-1)!;
        last = number + columns - 1;
      }
      continue;
    }
    for (const changes of [...(isNew ? [insertedText(file)] : []), changesText(file)]) {
      const statement = generate<Kept>(file, 'keep-changes', keepText(changes));
      const [kept] = await query(tx, statement, { run, from: last });
      rows += kept!.rows;
      before += kept!.before;
      last = kept!.last ?? last;
    }
  }
  return { rows, before };
}

interface Change {
  readonly number: number;
  readonly columns: number;
}

interface Kept extends KeptChanges {
  readonly last: number | null;
}

function noteText(file: ImportFile, isNew: boolean): string {
  return `insert into touched (file, key, before)
select '${file.name}', ${keyOf(file, 'staged')}, ${isNew ? 'null' : IMAGE}
from ${changedTable(file)} as staged
${isNew ? '' : `left join (\n  ${selectImages(file)}\n) as image using (${file.key.map(snakeCase).join(', ')})`}
limit $limit::integer`;
}

function noteDeletedText(file: ImportFile, where: string): string {
  return `insert into touched (file, key, before)
select '${file.name}', ${keyOf(file, 'image')}, ${IMAGE}
from (
  ${selectImages(file, where)}
) as image`;
}

const MEMBER = "(coalesce(touched.before, touched.after) ->> 'member_id')::uuid";

/** The changed rows, numbered so that each changed column has a number of its own. */
function changesText(file: ImportFile): string {
  return `select
  ${numbered('differing.columns', 'touched.key')} as number,
  differing.columns,
  touched.file,
  touched.key,
  ${personOf(file, 'touched.key[1]::uuid', MEMBER)} as person,
  touched.before,
  touched.after
from (
  select touched.file, touched.key, touched.before, ${IMAGE} as after
  from touched
  left join (
    ${selectImages(file)}
  ) as image on ${isKeyedRow(file, 'touched')}
  where touched.file = '${file.name}'
  offset 0
) as touched
cross join lateral (
  select count(*)::integer as columns
  from jsonb_object_keys(coalesce(touched.before, touched.after)) as name
  where nullif(touched.before -> name, 'null') is distinct from nullif(touched.after -> name, 'null')
) as differing
where touched.before is distinct from touched.after
order by touched.key`;
}

/** The rows of a file that was new to its table, numbered in the same way: those written by this transaction. */
function insertedText(file: ImportFile): string {
  const key = file.key.map(name => `image.${snakeCase(name)}`).join(', ');
  return `select
  ${numbered(countValues(file), key)} as number,
  ${countValues(file)} as columns,
  '${file.name}' as file,
  ${keyOf(file, 'image')} as key,
  ${personOf(file, 'image.id', 'image.member_id')} as person,
  null::jsonb as before,
  ${IMAGE} as after
from (
  ${selectImages(file, 'present.xmin = pg_current_xact_id()::xid')}
) as image
order by ${key}`;
}

function numbered(columns: string, order: string): string {
  return `$from::integer
    + (sum(${columns}) over (order by ${order} rows unbounded preceding))::integer - ${columns} + 1`;
}

function keepText(changes: string): string {
  return `with kept as (
  insert into reporting.import_change (number, columns, file, key, person, before, after, run_id)
  select change.*, $run::integer
  from (
    ${changes}
  ) as change
  returning number + columns - 1 as last, before
)
select count(*)::integer as rows, count(before)::integer as before, max(last) as last
from kept`;
}

/** The account or member that a row describes or references. */
function personOf({ name, columns }: ImportFile, key: string, member: string): string {
  if (name === 'accounts.csv' || name === 'members.csv') return key;
  return 'memberId' in columns ? member : 'null::uuid';
}
