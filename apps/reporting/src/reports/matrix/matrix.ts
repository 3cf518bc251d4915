import { measurementName } from '../../compliance/measurements';
import { readPage } from '../../http/pages';
import { formatTimestamp } from '../../http/times';
import { departmentsColumn, memberColumns } from '../references';
import type { ReportScope } from '../report-reads';
import type { ReportAnswer } from '../send-report';
import { JsonText } from '../table/define-columns';
import { reportTable } from '../table/report-table';
import type { MatrixColumn, MatrixRequest } from './matrix.dto';
import { type ReadCell, type ReadColumn, type ReadPerson, readMatrix } from './read-matrix';

export const personColumns = {
  ...memberColumns,
  jobTitle: { type: 'text', json: 'member.jobTitle' },
  departments: departmentsColumn,
} as const;

/** The columns that describe a person, with the cells in JSON. */
export const personTable = reportTable<ReadPerson>({
  name: 'matrix',
  title: 'Matrix',
  schema: 'MatrixRow',
  list: 'items',
  columns: {
    ...personColumns,
    required: 'integer',
    satisfied: 'integer',
    cells: {
      type: 'text',
      value: () => null,
      jsonValue: ({ cells, at }) =>
        new JsonText(`[${cells.map(cell => cellJson(cell, at)).join()}]`),
    },
  },
});

const DEFAULT_COLUMNS = 200;

/** Reports a page of people by a page of columns. @throws Problem as readMatrix */
export async function matrix(
  scope: ReportScope,
  request: MatrixRequest,
): Promise<ReportAnswer<ReadPerson>> {
  const page = readPage(request.page ?? 1, request.pageSize ?? 25);
  const columnsPage = readPage(
    request.columnsPage ?? 1,
    request.columnsPageSize ?? DEFAULT_COLUMNS,
  );
  const read = await readMatrix(scope, request, { page, columnsPage });
  const { summary, columns, columnsTotal, total, filters } = read;
  return {
    table: personTable,
    scope,
    rows: read.rows,
    describe: () => ({
      filters,
      fields: {
        asOf: formatTimestamp(scope.now),
        summary,
        columns: columns.map(column => columnJson(scope, column)),
        columnsTotal,
        total,
        page: page.page,
        pageSize: page.pageSize,
      },
    }),
  };
}

function columnJson(
  { organization }: ReportScope,
  { key: _, measurementKey, ...column }: ReadColumn,
): MatrixColumn {
  const name = measurementName(organization, measurementKey);
  return { ...column, measurement: { key: measurementKey, name } };
}

const DAY = 86_400_000;

/** Returns the number of whole days until an expiry, rounded down. */
export function daysLeft(expiresAt: number | null, at: number): number | null {
  return expiresAt === null ? null : Math.floor((expiresAt - at) / DAY);
}

/** Written as text, because a page can have forty thousand cells, and serializing objects takes three times as long. */
function cellJson(cell: ReadCell, at: number): string {
  const [column, status, isRequired, isSatisfied, heldSince, expiresAt] = cell;
  return (
    `{"column":${column},"status":"${status}","isRequired":${isRequired},"isSatisfied":${isSatisfied},` +
    `"heldSince":${timeJson(heldSince)},"expiresAt":${timeJson(expiresAt)},"daysLeft":${daysLeft(expiresAt, at)}}`
  );
}

function timeJson(time: number | null): string {
  return time === null ? 'null' : `"${formatTimestamp(new Date(time))}"`;
}
