import type { Organization } from '@platform/auth';
import type { Database } from '@platform/db';
import { Problem } from '@platform/http';
import type { AffiliationFunction } from './compliance.dto';
import {
  type ComplianceSummaryRequest,
  EmptyScore,
  SummaryProfileCondition,
} from './compliance-summaries.dto';
import { emptyToNull } from './empty-to-null';
import { findScope, type Scope } from './find-scope';

/** A summary's request with its defaults, and keys in place of ids. */
export interface SummaryFilter extends Scope {
  /** Null is all twelve. */
  readonly measurements: readonly number[] | null;
  /** Null is those counted by default. */
  readonly functions: readonly AffiliationFunction[] | null;
  readonly profileCondition: SummaryProfileCondition;
  readonly memberMustHaveProfile: boolean;
  readonly emptyScore: EmptyScore;
  readonly now: Date;
}

/** @throws Problem request-not-narrowed; invalid-request naming ids that are not the organization's */
export async function readSummaryFilter(
  db: Database,
  organization: Organization,
  request: ComplianceSummaryRequest,
  now: Date,
): Promise<SummaryFilter> {
  const measurements = emptyToNull(request.measurements);
  const hasDepartments = emptyToNull(request.departments) !== null;
  if (!hasDepartments && (emptyToNull(request.members) === null || measurements === null)) {
    throw new Problem(
      'request-not-narrowed',
      'Name at least one department, or members together with measurements.',
    );
  }
  return {
    ...(await findScope(db, organization, request)),
    measurements,
    functions: emptyToNull(request.functions),
    profileCondition: request.profileCondition ?? SummaryProfileCondition.Compliance,
    memberMustHaveProfile: request.memberMustHaveProfile ?? false,
    emptyScore: request.emptyScore ?? EmptyScore.Compliant,
    now,
  };
}
