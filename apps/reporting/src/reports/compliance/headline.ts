import { readStatement } from '@platform/db';
import { formatTimestamp } from '../../http/times';
import type { ReportScope } from '../organization-scope';
import type { ComplianceHeadline } from './compliance-overview.dto';

const statement = readStatement<Omit<ComplianceHeadline, 'asOf'>>(__dirname, 'headline.sql');

/** Counts who is reported on, and what of theirs expires soon or has lapsed. */
export async function complianceHeadline({ reads, now }: ReportScope): Promise<ComplianceHeadline> {
  const [counted] = await reads.queryLast(statement, { now });
  return { asOf: formatTimestamp(now), ...counted! };
}
