import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { streamWithin } from '../organization-scope';
import type { Prefixed } from '../table/columns';
import { reportTable } from '../table/report-table';
import type { DepartmentReference } from './compliance.dto';
import type { DepartmentCompliance } from './compliance-overview.dto';
import type { SummaryProfileCondition } from './compliance-summary.dto';
import { measurementColumns } from './measurements';

/** A department by a measurement. */
export type DepartmentComplianceRow = Prefixed<'department', DepartmentReference> & {
  measurementKey: number;
} & Omit<DepartmentCompliance, 'department' | 'measurement'>;

/** The report's columns, in the order of CSV. */
export const overviewTable = reportTable<DepartmentComplianceRow>({
  name: 'compliance-overview',
  title: 'Compliance overview',
  schema: 'DepartmentCompliance',
  columns: {
    departmentId: { type: 'text', json: 'department.id' },
    departmentName: { type: 'text', json: 'department.name' },
    departmentCode: { type: 'text', json: 'department.code' },
    ...measurementColumns,
    required: 'integer',
    satisfied: 'integer',
    score: 'share',
  },
});

const statement = readStatement<DepartmentComplianceRow>(__dirname, 'compliance-overview.sql');

/** How every department stands at an instant: the sums of the compliance summary's rows. */
export function complianceOverview(
  db: Database,
  organization: Organization,
  filter: { readonly profileCondition: SummaryProfileCondition; readonly now: Date },
  signal: AbortSignal,
): AsyncGenerator<DepartmentComplianceRow[]> {
  return streamWithin(db, organization, statement, { ...filter }, { signal });
}
