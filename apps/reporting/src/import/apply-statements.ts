import { storedKey } from '../records/files';
import type { ImportFile } from '../records/import-file';
import {
  changedTable,
  generate,
  isDifferent,
  rulesOf,
  selectIncoming,
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
