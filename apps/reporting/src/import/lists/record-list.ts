import { copyInto, parseStatement, query, readStatements, type Transaction } from '@platform/db';
import { dayIn } from '../../http/times';
import { importFiles } from '../../records/files';
import type { FileName, ImportFile, RecordSources } from '../../records/import-file';
import type { Fault, FaultList, FoundFault } from '../faults';
import type { Import } from '../import-options';
import { openRecords, type Reading } from '../open-records';
import { minToStay } from '../removals';
import type { StagedFile } from '../stage-file';
import { queryWith } from '../staged-rows';
import type { ListReading } from './list-row';
import { type OpenedList, openList } from './open-list';
import { OF_LIST, placeFault } from './place-fault';
import { copyListed, LINES_OF_SHEET, LISTED_COLUMNS } from './read-list';
import type { CompleteSource } from './sources';
import type { ColumnRole } from './sources.dto';

const sql = readStatements(__dirname, 'stage-list.sql');

const createListed = sql<object>('create-listed');
const findListFaults = sql<FoundFault>('find-list-faults');
const countUnchanged = sql<{ withoutDepartment: number; withoutAccess: number }>('count-unchanged');
const findLeaving = sql<{ removed: number; total: number }>('find-leaving');
const rememberPeople = sql<object>('remember-people');

export interface ListSourceOfImport {
  readonly id: number;
  readonly company: { readonly id: number; readonly uuid: string };
  readonly definition: CompleteSource;
}

/** Opens a file as a list if it has a source, or else in import format. @throws UnreadableInput */
export async function openUpload(
  fd: number,
  upload: { list: ListSourceOfImport | null; table: FileName | null; name: string },
  reading: Reading,
) {
  const { list, table, name } = upload;
  if (list === null) {
    const { sources: records, ...opened } = await openRecords(fd, table, reading);
    return { records, ...opened };
  }
  const opened = await openList(fd, list.definition, { ...reading, name });
  const { rows, ignored } = opened;
  return { records: new RecordList(opened, list), rows, ignored, digest: null };
}

/** An organization's own list. Its rows become staged rows of the tables, and are then imported like others. */
export class RecordList {
  private readonly headers: ReadonlyMap<ColumnRole, string>[] = [];
  private notices: string[] = [];

  constructor(
    private readonly list: OpenedList,
    private readonly source: ListSourceOfImport,
  ) {}

  get sources(): Readonly<Record<string, RecordSources[FileName]>> {
    return Object.fromEntries(this.list.sheets.map(({ label, read }) => [label, read]));
  }

  /** Stages all rows. Invalid values are faults of the list. */
  async stage(
    tx: Transaction,
    faults: FaultList,
    { timeZone, dateFormat, isKeeper, allowRemovals, progress }: Import,
  ): Promise<StagedFile[]> {
    const { sheets } = this.list;
    const { id: sourceId, company, definition } = this.source;
    progress.begin('Reading');
    this.notices = [];
    this.headers.length = 0;
    const reading: ListReading = {
      companyId: company.uuid,
      dates: {
        timeZone,
        format: dateFormat,
        isLastValidDay: definition.expiry === 'last-valid-day',
        neverFrom: '2099-12-31',
      },
      today: dayIn(timeZone ?? 'UTC', new Date()),
      faults,
      notices: this.notices,
      headers: this.headers,
      progress,
    };
    await query(tx, createListed);
    await copyInto(tx, 'listed', [...LISTED_COLUMNS], copyListed(sheets, reading));
    const first = sheets.findIndex(({ kind }) => kind === 'people');
    const given = {
      companyId: company.id,
      companyUuid: company.uuid,
      sourceId,
      isKeeper,
      isComplete: definition.isComplete && first !== -1,
      line: Math.max(first, 0) * LINES_OF_SHEET + (sheets[first]?.headerRow ?? 1),
    };
    for (const statement of STEPS) await queryWith(tx, statement, given);
    const [people] = await query(tx, countUnchanged);
    this.note(people!.withoutDepartment, 'without a department in the list stay in theirs');
    this.note(people!.withoutAccess, 'who left, or whose access was withdrawn, stay without it');
    const found = await query(tx, findListFaults, { limit: faults.remaining });
    for (const fault of found) faults.add({ file: OF_LIST, ...fault });
    if (given.isComplete && !allowRemovals) await this.guardLeaving(tx, faults);
    const [file, ...others] = (await query(tx, findStaged)).map(({ name, rows }) => {
      const of = importFiles.find(each => each.name === name)!;
      return { file: of, rows, isWhole: true, lacking: this.lacking(of), notices: [] };
    });
    if (file) return [{ ...file, notices: this.notices }, ...others];
    if (faults.isEmpty) {
      const expected = 'rows below the headers that add or change records';
      faults.add({ file: sheets[0]!.label, line: sheets[0]!.headerRow, expected });
    }
    return [];
  }

  async rememberPeople(tx: Transaction, run: number): Promise<void> {
    await query(tx, rememberPeople, { sourceId: this.source.id, run });
  }

  readonly placed = (fault: Fault): Fault => placeFault(fault, this.list.sheets, this.headers);

  private note(people: number, what: string): void {
    if (people > 0) this.notices.push(`People ${what}: ${people.toLocaleString('en')}.`);
  }

  private async guardLeaving(tx: Transaction, faults: FaultList): Promise<void> {
    for (const found of await query(tx, findLeaving, { sourceId: this.source.id })) {
      const [gone, all] = [found.removed, found.total].map(people => people.toLocaleString('en'));
      const expected = `${minToStay(found, 'people')} whom the source has named to stay, and ${gone} of ${all} would have left`;
      const remedy = 'see whether the list is whole; {allowRemovals} lets them leave';
      faults.add({ file: this.list.sheets[0]!.label, expected, remedy });
    }
  }

  /** Columns that the list lacks, whose stored values stay. A file must have some that a list need not. */
  private lacking({ columns }: ImportFile): string[] {
    const has = (role: string) => this.headers.some(headers => headers.has(role as ColumnRole));
    const isDated = ['issued', 'expires', 'validFor'].some(has);
    const ofLists = isDated ? ['isRequired'] : ['isRequired', 'issuedAt', 'expiresAt'];
    return Object.keys(columns).filter(
      name => (columns[name]!.mayBeMissing ?? ofLists.includes(name)) && !has(name),
    );
  }
}

/**
 * Finds the record of each name: one with an equal folded name, or else the one that an earlier list created for it.
 * Other names are staged as new records.
 */
const matchNames = (
  [
    ['departments.csv', 'department', 'unnest(departments, department_ids)', 'is_facility', 'true'],
    ['profiles.csv', 'profile', 'unnest(profiles, profile_ids)', 'code', 'null'],
    ['achievements.csv', 'achievement', '(values (achievement, achievement_id))', 'type', 'type'],
  ] as const
).map(([file, table, items, column, value]) =>
  parseStatement<object>(
    `match-${table}s.sql`,
    `with named as (
  select
    item.id,
    (array_agg(item.name order by listed.line))[1] as name,
    min(listed.line) as line,
    max(${column === 'type' ? 'listed.type' : 'null::smallint'}) as type
  from listed
  cross join lateral ${items} as item (name, id)
  where item.id is not null
  group by item.id
),
present as (
  select reporting.fold(name) as folded, min(uuid::text)::uuid as uuid, count(*) as matches
  from reporting.${table}
  where company_id = $companyId::integer
  group by reporting.fold(name)
),
matched as (
  insert into listed_name (file, id, record_id, name, line, type, is_new, matches)
  select
    '${file}',
    named.id,
    coalesce(
      present.uuid,
      known.uuid,
      first_value(named.id) over (partition by reporting.fold(named.name) order by named.line, named.id)
    ),
    named.name,
    named.line,
    named.type,
    coalesce(present.uuid, known.uuid) is null
      and row_number() over (partition by reporting.fold(named.name) order by named.line, named.id) = 1,
    coalesce(present.matches, 0)
  from named
  left join present on present.folded = reporting.fold(named.name)
  left join reporting.${table} as known on known.uuid = named.id and known.company_id = $companyId::integer
  returning *
)
insert into staged_${table} (line, id, company_id, name, ${column})
select line, record_id, $companyUuid::uuid, name, ${value}
from matched
where is_new`,
  ),
);

const analyzeListed = parseStatement<object>('analyze-listed.sql', 'analyze listed');

/** Statements that match and stage rows, referenced ones first. */
const STEPS = [
  analyzeListed,
  sql<object>('match-people'),
  sql<object>('take-candidates'),
  analyzeListed,
  ...matchNames,
  ...[
    ...['merge-people', 'stage-accounts', 'stage-members', 'replace-of-members'],
    ...['stage-affiliations', 'stage-assignments', 'match-holders', 'take-candidates'],
    ...['stage-tickets', 'stage-requirements'],
  ].map(name => sql<object>(name)),
];

/** Files for which the list has staged rows or replaces rows. */
const findStaged = parseStatement<{ name: FileName; rows: number }>(
  'find-staged.sql',
  importFiles
    .map(
      ({ name, table }) => `select '${name}' as name, count(*) as rows
from staged_${table}
having count(*) > 0 or exists (select from replaced where file = '${name}')`,
    )
    .join('\nunion all\n'),
);
