import { readStatement } from '@platform/db';
import type { DepartmentCompliance, DepartmentReference } from '../../compliance/compliance.dto';
import { formatTimestamp } from '../../http/times';
import { departmentColumns, measurementColumns } from '../references';
import { type ReportScope, rowsOf } from '../report-reads';
import type { ReportAnswer } from '../send-report';
import type { Prefixed } from '../table/define-columns';
import { reportTable } from '../table/report-table';
import type { ComplianceHeadline } from './compliance-overview.dto';
import type { SummaryProfileCondition } from './compliance-summary.dto';
import { complianceOfMonth, trendsAsJson } from './compliance-trends';

export type DepartmentComplianceRow = Prefixed<'department', DepartmentReference> & {
  measurementKey: number;
} & Omit<DepartmentCompliance, 'department' | 'measurement'>;

const overviewTable = reportTable<DepartmentComplianceRow>({
  name: 'compliance-overview',
  title: 'Compliance overview',
  schema: 'DepartmentCompliance',
  list: 'rows',
  columns: {
    ...departmentColumns,
    ...measurementColumns,
    required: 'integer',
    satisfied: 'integer',
    score: 'share',
  },
});

const statement = readStatement<DepartmentComplianceRow>(__dirname, 'compliance-overview.sql');

/** Reports the current compliance of every department: the sums of the compliance summary's rows. */
export async function complianceOverview(
  scope: ReportScope,
  profileCondition: SummaryProfileCondition,
  { figures = false }: { figures?: boolean } = {},
): Promise<ReportAnswer<DepartmentComplianceRow>> {
  const { now } = scope;
  const fields = figures ? await readFigures(scope, profileCondition) : {};
  return {
    table: overviewTable,
    scope,
    rows: rowsOf(scope, statement, { profileCondition, now }),
    describe: () => ({
      filters: [['Profiles', profileCondition]],
      fields: { asOf: formatTimestamp(now), ...fields },
    }),
  };
}

const headline = readStatement<Omit<ComplianceHeadline, 'asOf'>>(__dirname, 'headline.sql');

/** Counts the reported members, and their requirements that expire soon or have expired recently. */
export async function complianceHeadline({ reads, now }: ReportScope): Promise<ComplianceHeadline> {
  const [counted] = await reads.query(headline, { now });
  return { asOf: formatTimestamp(now), ...counted! };
}

async function readFigures(scope: ReportScope, profileCondition: SummaryProfileCondition) {
  const lastMonth = await complianceOfMonth(scope, profileCondition, 1);
  const lastYear = await complianceOfMonth(scope, profileCondition, 12);
  return {
    headline: await complianceHeadline(scope),
    past: trendsAsJson(scope.organization, [...lastMonth, ...lastYear]),
  };
}
