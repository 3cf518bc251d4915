import type { Organization } from '@platform/auth';
import type { Database } from '@platform/db';
import { invalidFields } from '@platform/http';
import { type ComplianceTrendRequest, TrendProfileCondition } from './compliance-trends.dto';
import { emptyToNull } from './empty-to-null';
import { findScope } from './find-scope';

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

/** @throws Problem invalid-request (months), or naming departments that are not the organization's */
export async function readTrendFilter(
  db: Database,
  organization: Organization,
  request: ComplianceTrendRequest,
  now: Date,
): Promise<TrendFilter> {
  const { departments, months = 12 } = request;
  // Not a type of its own: tsoa would let "12" pass for it.
  if (months !== 12 && months !== 24) {
    throw invalidFields([{ field: 'months', message: 'must be 12 or 24' }]);
  }
  const scope = await findScope(db, organization, { departments: departments ?? null });
  return {
    departments: scope.departments,
    measurements: emptyToNull(request.measurements),
    profileCondition: request.profileCondition ?? TrendProfileCondition.Compliance,
    from: firstOfMonth(now, 1 - months),
    until: firstOfMonth(now, 1),
  };
}

/** The first day of the month so many months from now, by the calendar of UTC. */
function firstOfMonth(now: Date, months: number): string {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return first.toISOString().slice(0, 10);
}
