import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { invalidFields } from '@platform/http';
import { streamWithin } from '../organization-scope';
import { emptyToNull, findSelection, listText } from '../selection';
import type { Filter } from '../table/about-sheet';
import type { Prefixed } from '../table/columns';
import { reportTable } from '../table/report-table';
import type { DepartmentReference } from './compliance.dto';
import {
  type ComplianceTrend,
  type ComplianceTrendRequest,
  TrendProfileCondition,
} from './compliance-trends.dto';
import { measurementColumns, measurementName } from './measurements';

/** A department by a measurement in a month. */
export type ComplianceTrendRow = Prefixed<'department', DepartmentReference> & {
  measurementKey: number;
} & Omit<ComplianceTrend, 'department' | 'measurement'>;

/** The report's columns, in the order of CSV. */
export const trendTable = reportTable<ComplianceTrendRow>({
  name: 'compliance-trends',
  title: 'Compliance trends',
  schema: 'ComplianceTrend',
  columns: {
    departmentId: { type: 'text', json: 'department.id' },
    departmentName: { type: 'text', json: 'department.name' },
    departmentCode: { type: 'text', json: 'department.code' },
    ...measurementColumns,
    month: 'text',
    snapshotDate: 'date',
    required: 'integer',
    satisfied: 'integer',
    score: 'share',
  },
});

/** The request of trends with its defaults, and keys in place of ids. */
export interface TrendFilter {
  /** Null is all of them. */
  readonly departments: readonly number[] | null;
  /** Null is all twelve. */
  readonly measurements: readonly number[] | null;
  readonly profileCondition: TrendProfileCondition;
  /** `YYYY-MM-DD`: the first day of the first month. */
  readonly from: string;
  /** The first day after the last month. */
  readonly until: string;
}

/**
 * The filter of the statement, and the same in words.
 * @throws Problem invalid-request (months), or naming departments that are not the organization's
 */
export async function readTrendFilter(
  db: Database,
  organization: Organization,
  request: ComplianceTrendRequest,
  now: Date,
): Promise<{ filter: TrendFilter; filters: Filter[] }> {
  const { departments, months = 12 } = request;
  // Not a type of its own: tsoa would let "12" pass for it.
  if (months !== 12 && months !== 24) {
    throw invalidFields([{ field: 'months', message: 'must be 12 or 24' }]);
  }
  const { selection, names } = await findSelection(db, organization, {
    departments: departments ?? null,
  });
  const measurements = emptyToNull(request.measurements);
  const profileCondition = request.profileCondition ?? TrendProfileCondition.Compliance;
  const from = firstOfMonth(now, 1 - months);
  const until = firstOfMonth(now, 1);
  return {
    filter: { departments: selection.departments, measurements, profileCondition, from, until },
    filters: [
      ['Departments', listText(names.departments)],
      ['Measurements', listText(measurements?.map(measurementName))],
      ['Profiles', profileCondition],
      ['Months', String(months)],
    ],
  };
}

/** The first day of the month so many months from now, by the calendar of UTC. */
function firstOfMonth(now: Date, months: number): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return first.toISOString().slice(0, 10);
}

const statement = readStatement<ComplianceTrendRow>(__dirname, 'compliance-trends.sql');

/** How departments stood from month to month, in batches. */
export function complianceTrends(
  db: Database,
  organization: Organization,
  filter: TrendFilter,
  signal: AbortSignal,
): AsyncGenerator<ComplianceTrendRow[]> {
  return streamWithin(db, organization, statement, { ...filter }, { signal });
}
