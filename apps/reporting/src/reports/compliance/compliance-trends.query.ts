import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { streamWithin } from '../organization-scope';
import type { TrendFilter } from './trend-filter';

/** A department by a measurement in a month. */
export interface ComplianceTrendRow {
  departmentId: string;
  departmentName: string;
  departmentCode: string | null;
  measurementKey: number;
  /** `YYYY-MM` */
  month: string;
  /** `YYYY-MM-DD` */
  snapshotDate: string;
  required: number;
  satisfied: number;
  score: number | null;
}

const statement = readStatement<ComplianceTrendRow>(__dirname, 'compliance-trends.sql');

/** How departments stood from month to month (decisions-reporting, "Compliance trends"). */
export function complianceTrends(
  db: Database,
  organization: Organization,
  filter: TrendFilter,
  signal: AbortSignal,
): AsyncGenerator<ComplianceTrendRow[]> {
  return streamWithin(db, organization, statement, { ...filter }, { signal });
}
