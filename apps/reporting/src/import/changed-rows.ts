import { execute, query, type Transaction } from '@platform/db';
import { references, storedKey } from '../records/files';
import type { ImportFile } from '../records/import-file';
import type { ImportProgress } from './progress';
import type { StagedFile } from './stage-file';
import {
  changedTable,
  generate,
  isCompared,
  isDifferent,
  isPresent,
  joins,
  joinsOfKey,
  stagingTable,
  storedValues,
} from './staged-rows';

/** A staged file and how many of its rows remain to be checked and applied. */
export interface ChangedFile extends StagedFile {
  readonly changed: number;
  /** Whether the table contains none of the file's rows. */
  readonly isNew: boolean;
  readonly keptByHand: number;
}

/**
 * Compares each file with its table in one pass and drops the rows that are already stored: they need neither checks
 * nor changes. Requires `leaving` to be filled.
 */
export async function findChanged(
  tx: Transaction,
  staged: readonly StagedFile[],
  progress: ImportProgress,
): Promise<ChangedFile[]> {
  const found: ChangedFile[] = [];
  for (const each of staged) {
    progress.begin('Checking', each.file.name);
    const { hasRows, selectAll, selectChanged, analyzeChanged } = comparisonStatements(each.file);
    const isNew = !(await query(tx, hasRows))[0]!.has_rows;
    let changed = each.rows;
    if (isNew && selectAll) await query(tx, selectAll);
    if (!isNew && selectChanged) {
      changed = await execute(tx, selectChanged);
      if (changed > 0) await query(tx, analyzeChanged);
    }
    found.push({ ...each, changed, isNew, keptByHand: 0 });
  }
  return found;
}

/** Statements that find the rows that are not stored yet; null for files whose rows are all checked and applied. */
export function comparisonStatements(file: ImportFile) {
  const hasRowsText = `select exists (
  select
  from ${stagingTable(file)} as staged
  ${joinsOfKey(file).join('\n  ')}
  join reporting.${file.table} as present on ${isPresent(file)}
) as has_rows`;
  const hasRows = generate<{ has_rows: boolean }>(file, 'has-rows', hasRowsText);
  if (!isCompared(file))
    return { hasRows, selectAll: null, selectChanged: null, analyzeChanged: null };
  const [changed, staged] = [changedTable(file), stagingTable(file)];
  const selectAll = `create temp view ${changed} as select * from ${staged}`;
  return {
    hasRows,
    /** For a table that contains none of the file's rows. */
    selectAll: generate(file, 'take-all', selectAll),
    selectChanged: generate(file, 'take-changed', selectChangedText(file)),
    /** Without statistics, the planner expects a slice to be 1/200 of the rows and merges it with the whole table. */
    analyzeChanged: generate(file, 'analyze-changed', `analyze ${changed}`),
  };
}

/** Also selects rows that refer to something unknown, or to something that --replace will delete. */
function selectChangedText(file: ImportFile): string {
  const refs = references(file);
  const unknown = refs
    .filter(({ isOptional }) => isOptional)
    .map(({ alias, staged }) => `or (staged.${staged} is not null and ${alias}.id is null)`);
  const leaving = refs.map(
    ({ staged, to }) => `or staged.${staged} in (select id from leaving where file = '${to.name}')`,
  );
  return `create temp table ${changedTable(file)} on commit drop as
select staged.*
from ${stagingTable(file)} as staged
${joins(
  file,
  refs.map(each => ({ ...each, isOptional: true })),
).join('\n')}
left join reporting.${file.table} as present on ${isPresent(file)}
where present.${storedKey(file)[0]!} is null
  or ${isDifferent(file, storedValues(file))}
  ${[...unknown, ...leaving].join('\n  ')}`;
}
