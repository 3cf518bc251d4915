import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { streamWithin } from '../organization-scope';
import type { SummaryFilter } from './summary-filter';

/** A member in a department by a measurement. */
export interface ComplianceSummaryRow {
  departmentId: string;
  departmentName: string;
  departmentCode: string | null;
  memberId: string;
  memberName: string;
  memberCode: string | null;
  primaryProfileId: string | null;
  primaryProfileName: string | null;
  primaryProfileCode: string | null;
  measurementKey: number;
  /** Null only where nothing is required and such scores are to be null. */
  score: number | null;
  required: number;
  satisfied: number;
  expired: number;
  notCompleted: number;
  notApplicable: number;
  needsTraining: number;
  selfAssessed: number;
  submitted: number;
  validated: number;
}

const statement = readStatement<ComplianceSummaryRow>(__dirname, 'compliance-summary.sql');

/** How each member stands (decisions-reporting, "Compliance summary"). */
export function complianceSummary(
  db: Database,
  organization: Organization,
  filter: SummaryFilter,
  signal: AbortSignal,
): AsyncGenerator<ComplianceSummaryRow[]> {
  return streamWithin(db, organization, statement, { ...filter }, { signal });
}
