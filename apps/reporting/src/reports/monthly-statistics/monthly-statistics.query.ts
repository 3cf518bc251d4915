import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import type { AffiliationFunction } from '../compliance/compliance.dto';
import { streamWithin } from '../organization-scope';

/** A member in a facility department by a category, in the last snapshot of a month. */
export interface MonthlyStatisticRow {
  /** `YYYY-MM` */
  month: string;
  companyId: string;
  departmentId: string;
  memberId: string;
  companyName: string;
  departmentName: string;
  departmentRole: AffiliationFunction;
  memberName: string;
  itemNumber: 1 | 2;
  required: number;
  validated: number;
  expired: number;
  notCompleted: number;
  notApplicable: number;
  notApplicableValidated: number;
  needsTraining: number;
  selfAssessed: number;
  submitted: number;
  completed: number;
  progress: number;
  score: number;
  asAt: Date;
}

const statement = readStatement<MonthlyStatisticRow>(__dirname, 'monthly-statistics.sql');

/** The statistics of a month, `YYYY-MM` (decisions-reporting, "Monthly statistics"). */
export function monthlyStatistics(
  db: Database,
  organization: Organization,
  month: string,
  signal: AbortSignal,
): AsyncGenerator<MonthlyStatisticRow[]> {
  return streamWithin(db, organization, statement, { firstDay: `${month}-01` }, { signal });
}
