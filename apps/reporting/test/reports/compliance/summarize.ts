import type { Organization } from '../../../src/http/principal';
import {
  type ComplianceSummaryRow,
  complianceSummary,
} from '../../../src/reports/compliance/compliance-summary';
import type { ComplianceSummaryRequest } from '../../../src/reports/compliance/compliance-summary.dto';
import { ReportReads } from '../../../src/reports/report-reads';
import type { TestApp } from '../../start-test-app';
import { readRows } from '../read-rows';

/** All rows of the summary for a request, from the database. */
export async function summarize(
  { context }: TestApp,
  organization: Organization,
  request: ComplianceSummaryRequest,
): Promise<ComplianceSummaryRow[]> {
  const reads = new ReportReads(context.reports, organization);
  const scope = { reads, organization, now: context.clock() };
  return reads.during(async () => readRows(await complianceSummary(scope, request)));
}

/** The counts of a row that are not zero. */
export function counts(row: ComplianceSummaryRow | undefined): Record<string, number> {
  const { required, satisfied, validated, expired, notCompleted } = row!;
  const { notApplicable, needsTraining, selfAssessed, submitted } = row!;
  const all = { required, satisfied, validated, expired, notCompleted };
  const rest = { notApplicable, needsTraining, selfAssessed, submitted };
  return Object.fromEntries(Object.entries({ ...all, ...rest }).filter(([, count]) => count > 0));
}

/** An organization in which Ada works in Drilling. */
export async function acmeWithAda({ seed }: TestApp) {
  const acme = await seed.company('acme');
  const drilling = await acme.department('Drilling', { code: 'D1' });
  const ada = await acme.member('Ada', { code: 'A-1' });
  await acme.affiliate(ada, drilling);
  return { acme, drilling, ada };
}
