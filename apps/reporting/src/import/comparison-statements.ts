import { references, storedKey } from '../records/files';
import type { ImportFile } from '../records/import-file';
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

/** The statements that find the rows of a file that are not stored yet; null where all rows are checked and applied. */
export function comparisonStatements(file: ImportFile) {
  const hasRows = generate<{ has_rows: boolean }>(file, 'has-rows', hasRowsText(file));
  if (!isCompared(file)) {
    return { hasRows, takeAll: null, takeChanged: null, countChanged: null, analyzeChanged: null };
  }
  const [changed, staged] = [changedTable(file), stagingTable(file)];
  const takeAll = `create temp view ${changed} as select * from ${staged}`;
  const countChanged = `select count(*) as changed from ${changed}`;
  return {
    hasRows,
    /** For a table without rows of the file. */
    takeAll: generate(file, 'take-all', takeAll),
    takeChanged: generate(file, 'take-changed', takeChangedText(file)),
    countChanged: generate<{ changed: number }>(file, 'count-changed', countChanged),
    /** Without statistics the rows of a slice count as one in 200, and are merged with the whole table. */
    analyzeChanged: generate(file, 'analyze-changed', `analyze ${changed}`),
  };
}

function hasRowsText(file: ImportFile): string {
  return `select exists (
  select
  from ${stagingTable(file)} as staged
  ${joinsOfKey(file).join('\n  ')}
  join reporting.${file.table} as present on ${isPresent(file)}
) as has_rows`;
}

/** A row is taken as well where it names something unknown, or something that --replace will delete. */
function takeChangedText(file: ImportFile): string {
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
