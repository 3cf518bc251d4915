import { readStatement } from '@platform/db';
import { uuidV5 } from '../../http/identifiers';
import { formatTimestamp, isOver, type RowOf, requireMonthsInOrder } from '../../http/times';
import type { Month } from '../../http/wire-format';
import { digestOfRows, type ReportScope, rowsOf } from '../report-reads';
import { findSelection, listText } from '../selection';
import type { ReportAnswer } from '../send-report';
import { type ColumnTable, titleOf } from '../table/define-columns';
import { type ReportTable, reportTable } from '../table/report-table';
import type { MonthlyStatistic } from './monthly-statistics.dto';

const CATEGORIES = {
  1: { itemName: 'Critical competencies, primary profile', tagPrimacy: 'Primary' },
  2: { itemName: 'Critical competencies, secondary profiles', tagPrimacy: 'Secondary' },
} as const;

type Derived =
  | 'id'
  | 'itemName'
  | 'listDomain'
  | 'listFolder'
  | 'tagCriticality'
  | 'tagNecessity'
  | 'tagPrimacy';

/** The compliance of a member in a facility department with a category, from the last snapshot of a month. */
type MonthlyStatisticRow = Omit<RowOf<MonthlyStatistic, 'asAt'>, Derived | 'itemNumber'> & {
  itemNumber: keyof typeof CATEGORIES;
  /** `YYYY-MM` */
  month: string;
};

/** Columns in the order of CSV and JSON. */
const statisticColumns = {
  id: { type: 'text', value: statisticId },
  companyId: 'text',
  departmentId: 'text',
  memberId: 'text',
  companyName: 'text',
  departmentName: 'text',
  departmentRole: 'text',
  memberName: 'text',
  itemNumber: 'integer',
  itemName: { type: 'text', value: ({ itemNumber }) => CATEGORIES[itemNumber].itemName },
  listDomain: { type: 'text', value: () => 'Competency' },
  listFolder: { type: 'text', value: () => 'Compliance' },
  tagCriticality: { type: 'text', value: () => 'Critical' },
  tagNecessity: { type: 'text', value: () => 'Mandatory' },
  tagPrimacy: { type: 'text', value: ({ itemNumber }) => CATEGORIES[itemNumber].tagPrimacy },
  required: 'integer',
  validated: 'integer',
  expired: 'integer',
  notCompleted: 'integer',
  notApplicable: 'integer',
  notApplicableValidated: 'integer',
  needsTraining: 'integer',
  selfAssessed: 'integer',
  submitted: 'integer',
  completed: 'integer',
  progress: unlessEmpty('progress', '(required − not completed − expired) / required'),
  score: unlessEmpty('score', 'Completed / required'),
  asAt: 'timestamp',
} as const satisfies ColumnTable<MonthlyStatisticRow>;

const statisticTable = reportTable<MonthlyStatisticRow>({
  name: 'monthly-statistics',
  title: 'Monthly statistics',
  schema: 'MonthlyStatistic',
  columns: statisticColumns,
});

/** Defines a share that is empty in workbooks if nothing is required, because averages would include it. */
function unlessEmpty(name: 'progress' | 'score', formula: string) {
  return {
    type: 'share' as const,
    sheetValue: (row: MonthlyStatisticRow) => (row.required === 0 ? null : row[name]),
    meaning: `${formula}, to four decimals. Empty if nothing is required, so that averages ignore it; JSON and CSV have 1 instead.`,
  };
}

/** Names of version 4 that are not just the current name capitalized. */
const LEGACY_NAMES: Readonly<Record<string, string>> = {
  id: 'JoinIdentifier',
  companyId: 'CompanyIdentifier',
  departmentId: 'DepartmentIdentifier',
  memberId: 'UserIdentifier',
  memberName: 'UserName',
  required: 'CountRQ',
  validated: 'CountVA',
  expired: 'CountEX',
  notCompleted: 'CountNC',
  notApplicable: 'CountNA',
  notApplicableValidated: 'CountVN',
  needsTraining: 'CountNT',
  selfAssessed: 'CountSA',
  submitted: 'CountSV',
  completed: 'CountCP',
};

/** The table with the names of version 4, whose JSON omits counts of zero. */
const legacyTable: ReportTable<MonthlyStatisticRow> = {
  ...statisticTable,
  columns: statisticTable.columns.map(column => {
    const name =
      LEGACY_NAMES[column.name] ?? column.name.charAt(0).toUpperCase() + column.name.slice(1);
    const isOptional = name.startsWith('Count');
    return { ...column, name, title: titleOf(name), path: [name], isOptional };
  }),
};

const historyTable = reportTable<MonthlyStatisticRow>({
  name: 'monthly-statistics-history',
  title: 'Monthly statistics',
  schema: 'MonthlyStatisticOfHistory',
  columns: { month: 'text', ...statisticColumns },
});

const statement = readStatement<MonthlyStatisticRow>(__dirname, 'monthly-statistics.sql');

interface StatisticFilter {
  readonly departments?: readonly string[] | undefined;
  readonly q?: string | undefined;
  readonly requiredOnly: boolean;
}

export interface MonthRequest extends StatisticFilter {
  readonly year: number;
  readonly month: number;
  /** Whether to use the names of the earlier API. */
  readonly legacy: boolean;
}

/**
 * Reports the statistics of a month.
 * @throws Problem invalid-request naming unknown departments
 */
export function monthlyStatistics(
  scope: ReportScope,
  { year, month, legacy, ...filter }: MonthRequest,
): Promise<ReportAnswer<MonthlyStatisticRow>> {
  const name = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  const table = legacy ? legacyTable : statisticTable;
  return statisticsOf(scope, table, { from: name, to: name }, filter);
}

/**
 * Reports the statistics of every month in a range that has a snapshot.
 * @throws Problem invalid-request if the months are out of order, or naming unknown departments
 */
export async function monthlyStatisticsHistory(
  scope: ReportScope,
  { from, to, ...filter }: StatisticFilter & Months,
): Promise<ReportAnswer<MonthlyStatisticRow>> {
  requireMonthsInOrder(from, to);
  return statisticsOf(scope, historyTable, { from, to }, filter);
}

interface Months {
  readonly from: Month;
  readonly to: Month;
}

async function statisticsOf(
  scope: ReportScope,
  table: ReportTable<MonthlyStatisticRow>,
  { from, to }: Months,
  { departments, q, requiredOnly }: StatisticFilter,
): Promise<ReportAnswer<MonthlyStatisticRow>> {
  const { selection, names } = await findSelection(scope, { departments });
  const subject = from === to ? from : `${from}-${to}`;
  const parameters = {
    firstMonth: `${from}-01`,
    lastMonth: `${to}-01`,
    departments: selection.departments,
    q: q ?? null,
    requiredOnly,
  };
  return {
    table,
    scope,
    digest: isOver(to, scope.now) ? digestOfRows(scope, statement, parameters) : undefined,
    rows: rowsOf(scope, statement, parameters),
    describe: first => ({
      filters: [
        ...(table === historyTable
          ? [['From', from] as const, ['To', to] as const]
          : [['Month', from] as const]),
        ...(first && table !== historyTable
          ? [['Snapshot taken', formatTimestamp(first.asAt)] as const]
          : []),
        ['Departments', listText(names.departments)],
        ['Search', q ?? 'any'],
        ['Required only', requiredOnly ? 'Yes' : 'No'],
      ],
      subject,
    }),
  };
}

/** Returns a UUID in the namespace of the organization, which is the same if the snapshot is taken again. */
function statisticId(row: MonthlyStatisticRow): string {
  const { companyId, departmentId, memberId, itemNumber, month } = row;
  const namespace = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  return uuidV5(namespace, `${departmentId}/${memberId}/${itemNumber}/${month}`);
}
