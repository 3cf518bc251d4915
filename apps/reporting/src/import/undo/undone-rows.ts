import { execute, query, readStatements, type Transaction } from '@platform/db';
import { importFiles } from '../../records/files';
import type { FileName, ImportFile } from '../../records/import-file';
import { FaultList, ImportRefused } from '../faults';
import type { Import } from '../import-options';
import { removedTable } from '../removals';
import type { StagedFile } from '../stage-file';
import { generate, isPresent, joinsOfKey, stagingTable } from '../staged-rows';
import { IMAGE, isKeyedRow, keyOf, selectImages } from './images';

const sql = readStatements(__dirname, 'undone-rows.sql');

const holdChanges = sql<{ id: number }>('hold-changes');
const findUndeletable = sql<{ value: string; expected: string }>('find-undeletable-accounts');
const listFiles = sql<{ file: FileName }>('list-files');
const findErased = sql<{ erasedAt: Date }>('find-erased');
const listReferences = sql<{ table: string; column: string }>('list-references');

/**
 * Stages the rows that the import changed or deleted as they were before, and those that it inserted for removal.
 * @throws ImportRefused if its changes are no longer kept
 */
export async function stageUndone(tx: Transaction, undoes: number): Promise<StagedFile[]> {
  if ((await query(tx, holdChanges, { undoes })).length === 0) {
    const expected = 'its changes to be kept, and they were removed meanwhile';
    const file = 'the import';
    throw new ImportRefused([{ file, line: null, column: null, value: null, expected }]);
  }
  const found = new Set((await query(tx, listFiles, { undoes })).map(({ file }) => file));
  const staged: StagedFile[] = [];
  for (const file of importFiles.filter(({ name }) => found.has(name))) {
    const removed = removedTable(file);
    const create = `create temp table ${removed} (like ${stagingTable(file)}) on commit drop`;
    await query(tx, generate(file, 'create-removed', create));
    const remove = generate(file, 'stage-removed', stageText(file, removed, 'after'));
    await query(tx, remove, { undoes });
    const leave = `insert into leaving (file, id) select '${file.name}', id from ${removed}`;
    if (file.key[0] === 'id') await query(tx, generate(file, 'note-leaving', leave));
    const stage = stageText(file, stagingTable(file), 'before');
    const rows = await execute(tx, generate(file, 'stage-undone', stage), { undoes });
    staged.push({ file, rows, isWhole: true, lacking: [], notices: [] });
  }
  return staged;
}

/**
 * Checks whether the import can be undone. The people whom it changed must be locked.
 * @throws ImportRefused if a row has changed since, a person was erased, no operator would remain, or a record keeper
 * would delete an account with rights
 */
export async function refuseUnlessUndoable(
  tx: Transaction,
  present: readonly ImportFile[],
  { isKeeper }: Pick<Import, 'isKeeper'>,
  undoes: number,
): Promise<void> {
  const faults = new FaultList();
  if ((await query(tx, findErased, { undoes })).length > 0) {
    const expected = 'everybody whom it names to be there, and somebody was erased since';
    faults.add({ file: present[0]?.name ?? 'the import', expected });
  }
  for (const file of present) {
    const changedSince = generate<{ value: string; column: string | null }>(
      file,
      'changed-since',
      changedText(file),
    );
    const expected = 'the row as the import left it, and it was changed since';
    const found = await query(tx, changedSince, { undoes, limit: faults.remaining });
    for (const fault of found) faults.add({ file: file.name, expected, ...fault });
  }
  for (const fault of await query(tx, findUndeletable, { isKeeper, limit: faults.remaining }))
    faults.add({ file: 'accounts.csv', column: 'id', ...fault });
  faults.refuseIfAny();
}

/** Frees the handles and e-mails of inserted rows for the rows that come back. */
export const freeKeys = sql('free-keys');

/** @throws ImportRefused if a later row references a row that the undone import inserted */
export async function refuseIfReferredTo(tx: Transaction, file: ImportFile): Promise<void> {
  const faults = new FaultList();
  const found = await query(tx, listReferences, { referred: `reporting.${file.table}` });
  for (const { table, column } of found) {
    const later = generate<{ value: string }>(
      file,
      'referred-since',
      laterText(file, table, column),
    );
    const expected = `a row to which nothing refers since, and a row of ${nameOf(table)} does`;
    for (const { value } of await query(tx, later, { limit: faults.remaining }))
      faults.add({ file: file.name, column: 'id', value, expected });
  }
  faults.refuseIfAny();
}

/** Forgets whom only the undone import named, so that a complete list that lacks them does not end their access. */
export const forgetPeople = sql('forget-people');

export async function restoreOtherColumns(
  tx: Transaction,
  present: readonly ImportFile[],
  undoes: number,
): Promise<void> {
  for (const file of present) {
    if (file.special.otherColumns) {
      await query(tx, generate(file, 'restore-other-columns', otherColumnsText(file)), { undoes });
    }
  }
}

function stageText(file: ImportFile, into: string, image: 'before' | 'after'): string {
  const other = image === 'before' ? 'true' : 'before is null';
  return `insert into ${into}
select row.*
from (
  select ${image} || jsonb_build_object('line', row_number() over (order by number)) as image
  from reporting.import_change
  where run_id = $undoes::integer
    and file = '${file.name}'
    and ${image} is not null
    and ${other}
) as kept
cross join lateral jsonb_populate_record(null::${stagingTable(file)}, kept.image) as row`;
}

/** Rows that have changed since the import, each with the first column that differs. */
function changedText(file: ImportFile): string {
  return `select
  array_to_string(kept.key, ' ') as value,
  (
    select min(name)
    from jsonb_object_keys(kept.after) as name
    where kept.present is not null
      and kept.present -> name is distinct from kept.after -> name
  ) as "column"
from (
  select kept.number, kept.key, kept.after, ${IMAGE} as present
  from reporting.import_change as kept
  left join (
    ${selectImages(file)}
  ) as image on ${isKeyedRow(file, 'kept')}
  where kept.run_id = $undoes::integer
    and kept.file = '${file.name}'
  offset 0
) as kept
where kept.present is distinct from kept.after
order by kept.number
limit $limit::integer`;
}

function laterText(file: ImportFile, table: string, column: string): string {
  return `select target.uuid::text as value
from ${removedTable(file)} as staged
join reporting.${file.table} as target on target.uuid = staged.id
where exists (select from ${table} as later where later.${column} = target.id)
order by value
limit $limit::integer`;
}

/** The name of the table's file, or of the table in words. */
function nameOf(table: string): string {
  const file = importFiles.find(each => `reporting.${each.table}` === table);
  return file?.name ?? table.replace('reporting.', '').replaceAll('_', ' ');
}

function otherColumnsText(file: ImportFile): string {
  const otherColumns = Object.entries(file.special.otherColumns!);
  const names = otherColumns.map(([name]) => name);
  return `update reporting.${file.table} as present
set ${names.map(name => `${name} = stored.${name}`).join(', ')}
from ${stagingTable(file)} as staged
${joinsOfKey(file).join('\n')}
join reporting.import_change as kept
  on kept.run_id = $undoes::integer
  and kept.file = '${file.name}'
  and kept.key = ${keyOf(file, 'staged')}
cross join lateral jsonb_to_record(kept.before)
  as stored (${otherColumns.map(([name, type]) => `${name} ${type}`).join(', ')})
where ${isPresent(file)}
  and (${names.map(name => `present.${name}`).join(', ')}) is distinct from (${names.map(name => `stored.${name}`).join(', ')})`;
}
