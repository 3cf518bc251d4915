import { t } from '@lingui/core/macro';
import { rethrowUnanswered, type Schemas, toApiError } from '../../api/client';
import { reportOptions } from '../../api/report';
import { yearAndMonth } from '../../text/dates';
import type { Column } from '../../ui/table/columns';
import { countColumn, personColumn, shareColumn } from '../../ui/table/record-columns';
import { functionName } from '../../words';

export type Statistic = Schemas['MonthlyStatistic'];
export type Statistics = readonly Statistic[];

/** The statistics of a month (`2026-10`), shown while they arrive: there can be 50,000. */
export function monthlyReport(organization: string, month: string) {
  return reportOptions<Statistics>(
    organization,
    ['monthly-statistics', month],
    async (api, call, show) => {
      const { data, error, response } = await api
        .GET('/reporting/monthly-statistics', {
          ...call,
          params: { query: yearAndMonth(month) },
          parseAs: 'stream',
        })
        .catch(rethrowUnanswered);
      if (!data) throw toApiError(response, error);
      return readRows<Statistic>(data, show);
    },
  );
}

/**
 * The elements of a JSON array of flat objects, as they arrive: each is parsed alone, so that the first
 * ones are there long before the last, and no piece of work is long.
 */
export function createRowSplitter(onRow: (text: string) => void) {
  let rest = '';
  let scanned = 0;
  let start = -1;
  let depth = 0;
  let isInText = false;
  return (chunk: string): void => {
    const text = rest + chunk;
    for (let index = scanned; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (isInText) {
        if (code === BACKSLASH) index++;
        else if (code === QUOTE) isInText = false;
      } else if (code === QUOTE) isInText = true;
      else if (code === OPEN && depth++ === 0) start = index;
      else if (code === CLOSE && --depth === 0) {
        onRow(text.slice(start, index + 1));
        start = -1;
      }
      scanned = index + 1;
    }
    const kept = start === -1 ? text.length : start;
    rest = text.slice(kept);
    scanned -= kept;
    start = start === -1 ? -1 : 0;
  };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** How often the rows that have arrived are passed on. */
const PAUSE_MS = 250;

/** Reads a report's rows and passes on all that have arrived, several times while they do. */
async function readRows<Row>(
  body: ReadableStream<Uint8Array>,
  onRows: (rows: readonly Row[]) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const split = createRowSplitter(text => rows.push(JSON.parse(text) as Row));
  const decoder = new TextDecoder();
  let passedOn = Number.NEGATIVE_INFINITY;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return rows;
    split(decoder.decode(value, { stream: true }));
    if (rows.length > 0 && performance.now() - passedOn > PAUSE_MS) {
      passedOn = performance.now();
      onRows([...rows]);
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
  personColumn(),
  { id: 'department', header: t`Department`, value: row => row.departmentName, width: 180 },
  { id: 'role', header: t`Function`, value: row => functionName(row.departmentRole), width: 120 },
  { id: 'item', header: t`Category`, value: row => row.tagPrimacy, width: 110 },
  shareColumn('score', t`Score`, row => (row.required === 0 ? null : row.score)),
  shareColumn('progress', t`Progress`, row => (row.required === 0 ? null : row.progress)),
  ...COUNTS.map(([name, header]) => countColumn<Statistic>(name, header, row => row[name], 118)),
];
