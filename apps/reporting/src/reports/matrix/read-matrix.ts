import { readStatements } from '@platform/db';
import { measurementName } from '../../compliance/measurements';
import type { PageRequest } from '../../http/pages';
import { requireNarrow } from '../compliance/compliance-summary';
import type { MemberReference } from '../compliance/compliance-summary.dto';
import type { RequirementKind, RequirementStatus } from '../people/people.dto';
import type { ReportScope } from '../report-reads';
import { emptyToNull, findSelection, listText, selectionFilters } from '../selection';
import type { Prefixed } from '../table/define-columns';
import type { Filter } from '../table/xlsx';
import type { MatrixColumn, MatrixRequest, MatrixRow, MatrixSummary } from './matrix.dto';

const sql = readStatements(__dirname, 'matrix.sql');

/** A column with its key in the database. */
export type ReadColumn = Readonly<Omit<MatrixColumn, 'measurement'>> & {
  readonly key: number;
  readonly measurementKey: number;
};

/** A cell; times are Unix times in milliseconds. */
export type ReadCell = readonly [
  column: number,
  status: RequirementStatus,
  isRequired: boolean,
  isSatisfied: boolean,
  heldSince: number | null,
  expiresAt: number | null,
];

/** A person with the cells of the requested columns. */
export type ReadPerson = Readonly<Prefixed<'member', MemberReference>> &
  Readonly<Pick<MatrixRow, 'departments' | 'required' | 'satisfied'>> & {
    readonly jobTitle: string | null;
    /** The time of the matrix. */
    readonly at: number;
    /** Sorted by column. */
    readonly cells: readonly ReadCell[];
  };

/** A matrix, whose rows have not been read yet. */
export interface ReadMatrix {
  readonly summary: MatrixSummary;
  readonly columns: readonly ReadColumn[];
  readonly columnsTotal: number;
  readonly total: number;
  readonly filters: readonly Filter[];
  /** Reads the rows in batches, from the same snapshot. Can be called repeatedly. */
  readonly rows: () => AsyncGenerator<ReadPerson[]>;
}

type Head = Pick<ReadMatrix, 'summary' | 'columns' | 'columnsTotal' | 'total'> & {
  readonly people: readonly (readonly [id: number, required: number, satisfied: number])[];
};

const findPeople = sql<{ id: number; place: number }>('people');
const readHead = sql<Head>('head');
const readRows = sql<Omit<ReadPerson, 'required' | 'satisfied' | 'at'>>('rows');

const BATCH_SIZE = 200;

interface MatrixRange {
  /** Null for everybody. */
  readonly page: PageRequest | null;
  /** Null for every column. */
  readonly columnsPage: PageRequest | null;
  readonly byDepartment?: boolean;
}

/**
 * Determines the people and columns of a matrix. Cells are read with the rows.
 * @throws Problem request-not-narrowed; invalid-request naming unknown IDs
 */
export async function readMatrix(
  scope: ReportScope,
  request: MatrixRequest,
  { page, columnsPage, byDepartment = false }: MatrixRange,
): Promise<ReadMatrix> {
  const { organization, reads, now } = scope;
  if (organization.shownDepartments === null) requireNarrow(request);
  const { selection, keys, names } = await findSelection(scope, request);
  const functions = emptyToNull(request.functions);
  const filter = { departments: selection.departments, functions };
  const people = await reads.query(findPeople, {
    ...filter,
    members: selection.members,
    profiles: emptyToNull(keys.profiles),
    q: request.q ?? null,
  });
  const measurements = emptyToNull(request.measurements);
  const [head] = await reads.query(readHead, {
    ...filter,
    now,
    ids: people.map(({ id }) => id),
    places: people.map(({ place }) => place),
    measurements,
    achievements: emptyToNull(keys.achievements),
    competencies: emptyToNull(keys.competencies),
    requiredOnly: request.requiredOnly ?? true,
    lackingOnly: request.lackingOnly ?? false,
    columnsLackingOnly: request.columnsLackingOnly ?? false,
    byLacking: request.sort === 'lacking',
    columnsByLacking: request.columnsSort === 'lacking',
    byPlace: byDepartment,
    limit: page?.pageSize ?? null,
    offset: page?.offset ?? 0,
    columnsLimit: columnsPage?.pageSize ?? null,
    columnsOffset: columnsPage?.offset ?? 0,
  });
  const { columns, people: listed } = head!;
  const parameters = {
    ...filter,
    now,
    achievements: keysOf(columns, 'achievement'),
    competencies: keysOf(columns, 'competency'),
  };
  const indexes = new Map(columns.map(column => [itemOf(column), column.index]));
  return {
    ...head!,
    filters: [
      ...selectionFilters(names),
      ['Profiles', listText(names.profiles)],
      ['Measurements', listText(measurements?.map(key => measurementName(organization, key)))],
      ['Achievements', listText(names.achievements)],
      ['Competencies', listText(names.competencies)],
      ['Functions', functions?.join(', ') ?? 'all but Employee'],
      ['Search', request.q ?? 'any'],
      ['Required only', (request.requiredOnly ?? true) ? 'Yes' : 'No'],
      ['Only who lacks something', request.lackingOnly ? 'Yes' : 'No'],
      ['Only what somebody lacks', request.columnsLackingOnly ? 'Yes' : 'No'],
    ],
    async *rows() {
      for (let start = 0; start < listed.length; start += BATCH_SIZE) {
        const batch = listed.slice(start, start + BATCH_SIZE);
        const rows = await reads.query(readRows, { ...parameters, ids: batch.map(([id]) => id) });
        yield rows.map((row, index) => {
          const [, required, satisfied] = batch[index]!;
          const cells = byColumn(row.cells, indexes);
          return { ...row, required, satisfied, at: now.getTime(), cells };
        });
      }
    },
  };
}

/** Returns the item as in cells, which have negative keys of competencies. */
function itemOf({ kind, key }: ReadColumn): number {
  return kind === 'competency' ? -key : key;
}

function keysOf(columns: readonly ReadColumn[], kind: RequirementKind): number[] {
  return columns.flatMap(column => (column.kind === kind ? [column.key] : []));
}

/** Replaces the item of each cell with the index of its column, and sorts by it. */
function byColumn(
  cells: readonly ReadCell[],
  indexes: ReadonlyMap<number, number>,
): readonly ReadCell[] {
  return cells
    .map(([item, ...rest]): ReadCell => [indexes.get(item)!, ...rest])
    .sort(([one], [other]) => one - other);
}
