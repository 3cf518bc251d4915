import { Problem } from '@platform/http';
import type { NoteLine } from '@platform/spreadsheet';
import type { RowOf } from '../../http/times';
import type { RequirementStatus } from '../people/people.dto';
import { measurementColumns } from '../references';
import type { ReportScope } from '../report-reads';
import type { ReportAnswer } from '../send-report';
import type { ReportColumn } from '../table/define-columns';
import type { Format } from '../table/format.dto';
import { type ReportTable, reportTable, tableFor } from '../table/report-table';
import { tableSheet } from '../table/xlsx';
import { daysLeft, personColumns, personTable } from './matrix';
import type { MatrixCell, MatrixRequest } from './matrix.dto';
import {
  type ReadCell,
  type ReadColumn,
  type ReadMatrix,
  type ReadPerson,
  readMatrix,
} from './read-matrix';

/** A sheet has 16,384 columns, some of which describe the person. */
const MAX_COLUMNS = 16_000;

const EVERYTHING = { page: null, columnsPage: null };

/**
 * Reports all people by all columns: one row per person, with a status and day in each cell. A workbook groups people
 * by department, and has a second sheet with a row per cell.
 * @throws Problem as readMatrix, and invalid-request if a sheet cannot have that many columns
 */
export async function matrixFile(
  scope: ReportScope,
  request: MatrixRequest,
  format: Format,
): Promise<ReportAnswer<ReadPerson>> {
  const isWorkbook = format === 'xlsx';
  const read = await readMatrix(scope, request, { ...EVERYTHING, byDepartment: isWorkbook });
  if (read.columnsTotal > MAX_COLUMNS) {
    const detail = `The matrix has ${read.columnsTotal} columns, but a file can have at most ${MAX_COLUMNS}. Specify measurements, achievements or competencies.`;
    throw new Problem('invalid-request', detail);
  }
  return {
    ...answerOf(scope, read),
    table: pivotTable(read),
    rows: read.rows,
    ...(isWorkbook && {
      sheets: {
        layout: { frozen: 2, groupOf: ({ departments }) => departments[0]! },
        legend: LEGEND,
        others: [tableSheet(tableFor(lineTable, scope.organization), linesOf(read))],
      },
    }),
  };
}

/** Reports a row for each cell. @throws Problem as readMatrix */
export async function matrixLines(
  scope: ReportScope,
  request: MatrixRequest,
): Promise<ReportAnswer<MatrixLine>> {
  const read = await readMatrix(scope, request, EVERYTHING);
  return { ...answerOf(scope, read), table: lineTable, rows: () => linesOf(read) };
}

function answerOf(scope: ReportScope, { filters }: ReadMatrix) {
  return { scope, describe: () => ({ filters }) };
}

/** Returns a table with the columns that describe a person, then one for each item. */
function pivotTable({ columns }: ReadMatrix): ReportTable<ReadPerson> {
  const [id, name, code, jobTitle, departments, required, satisfied] = personTable.columns;
  const ofPerson = [id!, name!, code!, departments!, jobTitle!, required!, satisfied!];
  return { ...personTable, columns: [...ofPerson, ...columns.map(itemColumn)] };
}

type ItemColumn = ReportColumn<ReadPerson> & { readonly meaning: string };

function itemColumn({ index, number, name }: ReadColumn): ItemColumn {
  const find = ({ cells }: ReadPerson) => findCell(cells, index);
  const value = (person: ReadPerson) => {
    const cell = find(person);
    return cell === undefined ? null : cellText(cell);
  };
  const title = number === null ? name : `${number} ${name}`;
  return {
    ...{ name: title, title, type: 'text', path: null, isOptional: false },
    ...{ value, jsonValue: value, sheetValue: value, measurement: null },
    ...{ width: 12, isUpright: true, style: person => shadeOf(find(person)!, person.at) },
    meaning: title,
  };
}

/** Binary search: cells are sorted by column. */
function findCell(cells: readonly ReadCell[], index: number): ReadCell | undefined {
  let [low, high] = [0, Math.min(cells.length, index + 1)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cells[middle]![0] < index) low = middle + 1;
    else high = middle;
  }
  return cells[low]?.[0] === index ? cells[low] : undefined;
}

/** Formats a cell as `Valid until 2027-03-01`, `Expired 2026-11-15` or `Missing`. */
function cellText([, status, , isSatisfied, , expiresAt]: ReadCell): string {
  const word = status === 'missing' ? 'Missing' : status;
  if (expiresAt === null || !(isSatisfied || status === 'Expired')) return word;
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  return isSatisfied ? `${word} until ${day}` : `${word} ${day}`;
}

/** Days before expiry at which a cell is highlighted. */
const SOON = 90;

const OPEN: ReadonlySet<RequirementStatus> = new Set(['Pending', 'Submitted', 'Self-Assessed']);

function shadeOf([, status, isRequired, isSatisfied, , expiresAt]: ReadCell, at: number) {
  if (!isRequired) return 'extra';
  if (!isSatisfied) return OPEN.has(status) ? 'open' : 'bad';
  return (daysLeft(expiresAt, at) ?? Infinity) < SOON ? 'soon' : 'good';
}

const LEGEND: readonly NoteLine[] = [
  [
    ['Colour', 'header'],
    ['Meaning', 'header'],
  ],
  explain('Valid', 'good', 'Required and satisfied'),
  explain('Valid until …', 'soon', `Required and satisfied, but expires within ${SOON} days`),
  explain('Submitted', 'open', 'Required, and waiting for someone else'),
  explain('Missing', 'bad', 'Required and not satisfied'),
  explain('Valid', 'extra', 'Not required there'),
];

function explain(cell: string, shade: ReturnType<typeof shadeOf>, meaning: string): NoteLine {
  return [
    [cell, shade],
    [meaning, 'prose'],
  ];
}

type MatrixLine = Omit<ReadPerson, 'cells'> &
  Pick<ReadColumn, 'kind' | 'id' | 'number' | 'name' | 'measurementKey'> &
  RowOf<Omit<MatrixCell, 'column'>, 'heldSince' | 'expiresAt'>;

const lineTable = reportTable<MatrixLine>({
  name: 'matrix',
  title: 'List',
  schema: 'MatrixRow',
  columns: {
    ...personColumns,
    kind: { type: 'text', meaning: 'Whether it is a competency or an achievement.' },
    id: { type: 'text', meaning: 'The ID of the competency or achievement.' },
    number: { type: 'text', meaning: 'The number of the competency.' },
    name: { type: 'text', meaning: 'The name of the competency or achievement.' },
    measurementKey: {
      ...measurementColumns.measurementKey,
      meaning: 'The key of the measurement that counts it.',
    },
    measurementName: {
      ...measurementColumns.measurementName,
      meaning: 'The name of the measurement that counts it.',
    },
    status: { type: 'text', meaning: 'The current status.' },
    isRequired: { type: 'boolean', meaning: 'Whether it is required in any of the departments.' },
    isSatisfied: { type: 'boolean', meaning: 'Whether it is currently satisfied.' },
    heldSince: { type: 'timestamp', meaning: 'When it was validated or issued.' },
    expiresAt: { type: 'timestamp', meaning: 'When it expires or expired.' },
    daysLeft: { type: 'integer', meaning: 'The number of whole days until then.' },
  },
});

async function* linesOf(read: ReadMatrix): AsyncGenerator<MatrixLine[]> {
  for await (const people of read.rows()) {
    for (const { cells, ...person } of people) {
      yield cells.map(([index, status, isRequired, isSatisfied, heldSince, expiresAt]) => {
        const { kind, id, number, name, measurementKey } = read.columns[index]!;
        return {
          ...person,
          ...{ kind, id, number, name, measurementKey, status, isRequired, isSatisfied },
          heldSince: heldSince === null ? null : new Date(heldSince),
          expiresAt: expiresAt === null ? null : new Date(expiresAt),
          daysLeft: daysLeft(expiresAt, person.at),
        };
      });
    }
  }
}
