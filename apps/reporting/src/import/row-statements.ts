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
  rulesOf,
  selectIncoming,
  stagingTable,
  storedValues,
} from './staged-rows';

/** What a statement did to a table. */
export interface Change {
  readonly inserted: number;
  readonly updated: number;
}

/** Staged rows neither inserted nor updated were unchanged. */
export interface Applied extends Change {
  /** How many staged rows the statement had before it. */
  readonly seen: number;
}

/** The statements that bring the rows of a file into its table. */
export function applyStatements(file: ImportFile) {
  const { before, last = [], apply: hasOwn } = file.special;
  const rule = <Row>(name: string) => generate<Row>(file, name, rulesOf(file).get(name)!);
  const own = hasOwn ? rule<Applied>('apply') : null;
  return {
    /** Runs once before the rows are applied. */
    before: before ? rule<Change>(before) : null,
    /** Run once after the rows of all files. */
    last: last.map(name => rule<Change>(name)),
    lastLine: generate<{ line: number | null }>(file, 'last-line', lastLineText(file)),
    /** Applies the rows whose lines are from `$from` to `$to`. */
    apply: own ?? generate<Applied>(file, 'apply', applyText(file)),
    /** For a table without rows of the file: looks up none. */
    insert: own ?? generate<Applied>(file, 'insert', insertText(file)),
  };
}

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

function lastLineText(file: ImportFile): string {
  return `select max(line) as line from ${changedTable(file)}`;
}

function insertText(file: ImportFile): string {
  return `with incoming as (
  ${selectIncoming(file)}
),
inserted as (
  insert into reporting.${file.table} (${[...storedValues(file).keys()].join(', ')})
  select *
  from incoming
  returning 1
)
select count(*) as seen, count(*) as inserted, 0 as updated
from inserted`;
}

/** Rows that are as they were are not touched. */
function applyText(file: ImportFile): string {
  const names = [...storedValues(file).keys()];
  const keys = ['company_id', ...storedKey(file)];
  const changing = new Map(
    names.filter(name => !keys.includes(name)).map(name => [name, `incoming.${name}`]),
  );
  const isSame = storedKey(file)
    .map(key => `present.${key} = incoming.${key}`)
    .join(' and ');
  const assignments = [...changing].map(([name, value]) => `${name} = ${value}`);
  if (file.special.touches) assignments.push('updated_at = now()');
  const updated = `updated as (
  update reporting.${file.table} as present
  set
    ${assignments.join(',\n    ')}
  from incoming
  where ${isSame}
    and ${isDifferent(file, changing)}
  returning 1
),
`;
  return `with incoming as (
  ${selectIncoming(file)}
),
${changing.size === 0 ? '' : updated}inserted as (
  insert into reporting.${file.table} (${names.join(', ')})
  select ${names.join(', ')}
  from incoming
  where not exists (select from reporting.${file.table} as present where ${isSame})
  returning 1
)
select
  (select count(*) from incoming) as seen,
  (select count(*) from inserted) as inserted,
  ${changing.size === 0 ? '0' : '(select count(*) from updated)'} as updated`;
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
