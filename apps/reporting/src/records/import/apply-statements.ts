import { readStatement, type Statement } from '@platform/db';
import type { ImportFile } from './import-file';
import {
  generate,
  references,
  SQL,
  selectIncoming,
  stagingTable,
  stem,
  storedKey,
  storedValues,
} from './staged-rows';

/** What a statement did to a table. */
export interface Change {
  readonly inserted: number;
  readonly updated: number;
}

/** What became of staged rows. Those that it neither inserted nor updated are as they were. */
export interface Applied extends Change {
  /** How many staged rows the statement had before it. */
  readonly seen: number;
}

/** The statements that bring the rows of a file into its table. */
export interface ApplyStatements {
  /** A special rule that runs once before the rows are applied; null where there is none. */
  readonly before: Statement<Change> | null;
  /** Special rules that run once when the rows of all files are applied. */
  readonly last: readonly Statement<Change>[];
  /** The line of the last staged row; null where there is none. */
  readonly lastLine: Statement<{ line: number | null }>;
  /** Whether the table has any row of the file. */
  readonly hasRows: Statement<{ has_rows: boolean }>;
  /** Makes the table hold the rows of the file whose lines are from `$from` to `$to`. */
  readonly apply: Statement<Applied>;
  /** The same where the table has none of them, without looking for each. */
  readonly insert: Statement<Applied>;
}

export function applyStatements(file: ImportFile): ApplyStatements {
  const { before, last = [], apply: hasOwn } = file.special;
  const own = hasOwn ? readStatement<Applied>(SQL, `${stem(file)}.apply.sql`) : null;
  return {
    before: before ? readStatement<Change>(SQL, before) : null,
    last: last.map(name => readStatement<Change>(SQL, name)),
    lastLine: generate<{ line: number | null }>(file, 'last-line', lastLineText(file)),
    hasRows: generate<{ has_rows: boolean }>(file, 'has-rows', hasRowsText(file)),
    apply: own ?? generate<Applied>(file, 'apply', applyText(file)),
    insert: own ?? generate<Applied>(file, 'insert', insertText(file)),
  };
}

function lastLineText(file: ImportFile): string {
  return `select max(line) as line from ${stagingTable(file)}`;
}

function hasRowsText(file: ImportFile): string {
  const values = storedValues(file);
  const same = storedKey(file).map(key => `present.${key} = ${values.get(key)!}`);
  const refs = references(file).filter(({ name }) => file.key.includes(name));
  return `select exists (
  select
  from ${stagingTable(file)} as staged
  ${refs.map(({ alias, to, staged }) => `join reporting.${to.table} as ${alias} on ${alias}.uuid = staged.${staged}`).join('\n  ')}
  join reporting.${file.table} as present on ${same.join(' and ')}
) as has_rows`;
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
  const values = storedValues(file);
  const keys = storedKey(file);
  const changing = [...values.keys()].filter(name => name !== 'company_id' && !keys.includes(name));
  const all = [...values.keys()].join(', ');
  const isPresent = keys.map(key => `present.${key} = incoming.${key}`).join('\n    and ');
  const assignments = [
    ...changing.map(name => `${name} = incoming.${name}`),
    ...(file.special.touches ? ['updated_at = now()'] : []),
  ];
  const updated = `updated as (
  update reporting.${file.table} as present
  set
    ${assignments.join(',\n    ')}
  from incoming
  where ${isPresent}
    and (${changing.map(name => `present.${name}`).join(', ')})
      is distinct from (${changing.map(name => `incoming.${name}`).join(', ')})
  returning 1
),
`;
  return `with incoming as (
  ${selectIncoming(file)}
),
${changing.length === 0 ? '' : updated}inserted as (
  insert into reporting.${file.table} (${all})
  select ${all}
  from incoming
  where not exists (select from reporting.${file.table} as present where ${isPresent})
  returning 1
)
select
  (select count(*) from incoming) as seen,
  (select count(*) from inserted) as inserted,
  ${changing.length === 0 ? '0' : '(select count(*) from updated)'} as updated`;
}
