import { t } from '@lingui/core/macro';
import { answered, type Schemas } from '../../api/client';
import { reportOptions } from '../../api/report';
import { yearAndMonth } from '../../text/dates';
import {
  type Column,
  countColumn,
  personColumn,
  shareColumn,
  textColumn,
} from '../../ui/table/columns';
import { functionName, primacyName } from '../../words';

export type Statistic = Schemas['MonthlyStatistic'];
export type Statistics = readonly Statistic[];

/**
 * Returns a query for the statistics of a month such as `2026-10`, of people that match `q`. Up to 50,000 rows are shown
 * while they arrive.
 */
export function monthlyReport(organization: string, month: string, q: string | undefined) {
  return reportOptions<Statistics>(
    organization,
    ['monthly-statistics', month, q],
    async (api, call, show) => {
      const query = { ...yearAndMonth(month), q, format: 'ndjson' as const };
      const init = { ...call, params: { query }, parseAs: 'stream' as const };
      const { data } = await answered(api.GET('/reporting/monthly-statistics', init));
      return data ? readLines<Statistic>(data, show) : [];
    },
  );
}

/** Milliseconds between updates of the rows shown. */
const UPDATE_INTERVAL = 250;

/** Reads one JSON object per line, and shows the rows received so far at intervals. */
export async function readLines<Row>(
  body: ReadableStream<Uint8Array>,
  show: (rows: readonly Row[]) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return rows;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) rows.push(JSON.parse(line) as Row);
    if (rows.length > 0 && performance.now() - shownAt > UPDATE_INTERVAL) {
      shownAt = performance.now();
      show([...rows]);
    }
  }
}

const COUNTS = [
  ['required', t`Required`],
  ['completed', t`Completed`],
  ['validated', t`Validated`],
  ['expired', t`Expired`],
  ['notCompleted', t`Not completed`],
  ['notApplicable', t`Not applicable`],
  ['needsTraining', t`Needs training`],
  ['selfAssessed', t`Self-assessed`],
  ['submitted', t`Submitted`],
] as const;

export const COLUMNS: Column<Statistic>[] = [
  personColumn('person', t`Person`, row => ({ id: row.memberId, name: row.memberName })),
  textColumn('department', t`Department`, row => row.departmentName, 180, { cell: 'lines' }),
  textColumn('role', t`Function`, row => functionName(row.departmentRole), 120),
  textColumn('item', t`Category`, row => primacyName(row.tagPrimacy), 110),
  shareColumn('score', t`Score`, row => (row.required === 0 ? null : row.score)),
  shareColumn('progress', t`Progress`, row => (row.required === 0 ? null : row.progress)),
  ...COUNTS.map(([name, header]) => countColumn<Statistic>(name, header, row => row[name], 118)),
];
