import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { Problem } from '@platform/http';
import { streamWithin } from '../organization-scope';
import { emptyToNull, findSelection, type Selection } from '../selection';
import { columnsOf, type Prefixed } from '../table/columns';
import type { AffiliationFunction, DepartmentReference } from './compliance.dto';
import {
  type ComplianceSummaryRequest,
  EmptyScore,
  type MeasurementSummary,
  type MemberReference,
  type ProfileReference,
  SummaryProfileCondition,
} from './compliance-summary.dto';
import { measurementColumns } from './measurements';

type Nullable<Dto> = { [Field in keyof Dto]: Dto[Field] | null };

/** A member in a department by a measurement. */
export type ComplianceSummaryRow = Prefixed<'department', DepartmentReference> &
  Prefixed<'member', MemberReference> &
  Prefixed<'primaryProfile', Nullable<ProfileReference>> & { measurementKey: number } & Omit<
    MeasurementSummary,
    'key' | 'name'
  >;

/** The columns, in the order of CSV. */
export const complianceSummaryColumns = columnsOf<ComplianceSummaryRow>({
  departmentId: { type: 'text', json: 'department.id' },
  departmentName: { type: 'text', json: 'department.name' },
  departmentCode: { type: 'text', json: 'department.code' },
  memberId: { type: 'text', json: 'member.id' },
  memberName: { type: 'text', json: 'member.name' },
  memberCode: { type: 'text', json: 'member.code' },
  primaryProfileId: { type: 'text', json: 'primaryProfile?.id' },
  primaryProfileName: { type: 'text', json: 'primaryProfile?.name' },
  primaryProfileCode: { type: 'text', json: 'primaryProfile?.code' },
  ...measurementColumns,
  score: { type: 'decimal', json: 'measurement.score' },
  required: { type: 'integer', json: 'measurement.required' },
  satisfied: { type: 'integer', json: 'measurement.satisfied' },
  expired: { type: 'integer', json: 'measurement.expired' },
  notCompleted: { type: 'integer', json: 'measurement.notCompleted' },
  notApplicable: { type: 'integer', json: 'measurement.notApplicable' },
  needsTraining: { type: 'integer', json: 'measurement.needsTraining' },
  selfAssessed: { type: 'integer', json: 'measurement.selfAssessed' },
  submitted: { type: 'integer', json: 'measurement.submitted' },
  validated: { type: 'integer', json: 'measurement.validated' },
});

/** A summary's request with its defaults, and keys in place of ids. */
export interface SummaryFilter extends Selection {
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
    ...(await findSelection(db, organization, request)),
    measurements,
    functions: emptyToNull(request.functions),
    profileCondition: request.profileCondition ?? SummaryProfileCondition.Compliance,
    memberMustHaveProfile: request.memberMustHaveProfile ?? false,
    emptyScore: request.emptyScore ?? EmptyScore.Compliant,
    now,
  };
}

const statement = readStatement<ComplianceSummaryRow>(__dirname, 'compliance-summary.sql');

/** How each member stands, in batches. */
export function complianceSummary(
  db: Database,
  organization: Organization,
  filter: SummaryFilter,
  signal: AbortSignal,
): AsyncGenerator<ComplianceSummaryRow[]> {
  return streamWithin(db, organization, statement, { ...filter }, { signal });
}
