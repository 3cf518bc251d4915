import { readStatement } from '@platform/db';
import { invalidField } from '@platform/http';
import type { DepartmentReference } from '../../compliance/compliance.dto';
import { measurementName } from '../../compliance/measurements';
import type { Organization } from '../../http/principal';
import { requireMonthsInOrder } from '../../http/times';
import { departmentColumns, measurementColumns } from '../references';
import { digestOfRows, type ReportScope, rowsOf } from '../report-reads';
import { emptyToNull, findSelection, listText } from '../selection';
import type { ReportAnswer } from '../send-report';
import { JsonText, type Prefixed } from '../table/define-columns';
import { jsonWriter } from '../table/json';
import { reportTable, tableFor } from '../table/report-table';
import type { Filter } from '../table/xlsx';
import type { ComplianceTrend, ComplianceTrendRequest } from './compliance-trends.dto';

export type ComplianceTrendRow = Prefixed<'department', DepartmentReference> & {
  measurementKey: number;
} & Omit<ComplianceTrend, 'department' | 'measurement'>;

const trendTable = reportTable<ComplianceTrendRow>({
  name: 'compliance-trends',
  title: 'Compliance trends',
  schema: 'ComplianceTrend',
  columns: {
    ...departmentColumns,
    ...measurementColumns,
    month: 'text',
    snapshotDate: 'date',
    required: 'integer',
    satisfied: 'integer',
    score: 'share',
  },
});

const statement = readStatement<ComplianceTrendRow>(__dirname, 'compliance-trends.sql');

/**
 * Reports the compliance of departments by month.
 * @throws Problem invalid-request about the months, or naming unknown departments
 */
export async function complianceTrends(
  scope: ReportScope,
  request: ComplianceTrendRequest,
): Promise<ReportAnswer<ComplianceTrendRow>> {
  const { organization, now } = scope;
  const { from, last, filters } = readMonths(request, now);
  const { selection, names } = await findSelection(scope, request);
  const { departments } = selection;
  const measurements = emptyToNull(request.measurements);
  const { profileCondition = 'compliance' } = request;
  const parameters = { departments, measurements, profileCondition, from, last };
  const isPast = last < firstOfMonth(now, 0);
  return {
    table: trendTable,
    scope,
    digest: isPast ? digestOfRows(scope, statement, parameters) : undefined,
    rows: rowsOf(scope, statement, parameters),
    describe: () => ({
      filters: [
        ['Departments', listText(names.departments)],
        ['Measurements', listText(measurements?.map(key => measurementName(organization, key)))],
        ['Profiles', profileCondition],
        ...filters,
      ],
    }),
  };
}

/**
 * Returns the first days of the first and the last month, which are requested or end with the current month.
 * @throws Problem invalid-request
 */
function readMonths({ months, from, to }: ComplianceTrendRequest, now: Date) {
  if (from === undefined && to === undefined) {
    // Not a union type, because tsoa would accept "12".
    if (months !== undefined && months !== 12 && months !== 24) {
      throw invalidField('months', 'must be 12 or 24');
    }
    const count = months ?? 12;
    const filters: Filter[] = [['Months', String(count)]];
    return { from: firstOfMonth(now, 1 - count), last: firstOfMonth(now, 0), filters };
  }
  if (months !== undefined) {
    throw invalidField('months', 'cannot be combined with from and to');
  }
  if (from === undefined) throw invalidField('from', 'is required with to');
  if (to === undefined) throw invalidField('to', 'is required with from');
  requireMonthsInOrder(from, to);
  const filters: Filter[] = [
    ['From', from],
    ['To', to],
  ];
  return { from: `${from}-01`, last: `${to}-01`, filters };
}

/**
 * Returns the compliance of the shown departments in the last snapshot of an earlier month. Empty without a snapshot,
 * and for the condition `all`, for which none are taken.
 */
export async function complianceOfMonth(
  { reads, organization, now }: ReportScope,
  profileCondition: string,
  monthsAgo: number,
): Promise<ComplianceTrendRow[]> {
  if (profileCondition === 'all') return [];
  const month = firstOfMonth(now, -monthsAgo);
  return reads.query(statement, {
    departments: organization.shownDepartments,
    measurements: null,
    profileCondition,
    from: month,
    last: month,
  });
}

export function trendsAsJson(organization: Organization, rows: readonly ComplianceTrendRow[]) {
  const write = jsonWriter(tableFor(trendTable, organization).columns);
  return new JsonText(`[${rows.map(write).join(',\n')}]`);
}

/** Returns the first day of the month `months` from now, in UTC. */
function firstOfMonth(now: Date, months: number): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return first.toISOString().slice(0, 10);
}
