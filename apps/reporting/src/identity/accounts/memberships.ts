import { query, readStatement, readStatements, type Transaction } from '@platform/db';
import { invalidFields } from '@platform/http/problems';
import { type DoneBy } from '../../http/principal';
import { type MembershipRequest, ReportScope } from './accounts.dto';

const sql = readStatements(__dirname, 'memberships.sql');

/** What is given by hand in an organization. */
export interface Membership {
  readonly accountId: number;
  readonly companyId: number;
  readonly hasAccess: boolean;
  readonly isDeveloper: boolean;
  /** Null: unchanged; of a new membership false. */
  readonly keepsRecords: boolean | null;
  /** What is left out stays as it is; null removes it. */
  readonly facts: {
    readonly code?: string | null;
    readonly personType?: string | null;
    readonly jobTitle?: string | null;
    readonly reportScope?: `${ReportScope}`;
    /** With the scope alone: none, or those of `departments`. */
    readonly reportDepartments?: readonly string[];
  };
}

/** What a membership has once it is set. */
export interface MembershipRights {
  readonly keepsRecords: boolean;
  readonly reportScope: `${ReportScope}`;
}

const set = readStatement<MembershipRights>(__dirname, 'set-membership.sql');

/** Creates or changes a membership; the transaction holds the account's row. Audited. */
export async function setMembership(
  tx: Transaction,
  { facts, ...membership }: Membership,
  doneBy: DoneBy,
): Promise<MembershipRights> {
  const [after] = await query(tx, set, { ...membership, facts: JSON.stringify(facts), ...doneBy });
  return after!;
}

type ScopeRequest = Pick<MembershipRequest, 'reportScope' | 'reportDepartments'>;

const findUnknown = sql<{ position: number; id: string }>('find-unknown-departments');

/** The scope of a request, and its departments; nothing where it is left out. @throws Problem invalid-request */
export async function readReportScope(
  tx: Transaction,
  companyId: number,
  { reportScope, reportDepartments = [] }: ScopeRequest,
): Promise<Pick<Membership['facts'], 'reportScope' | 'reportDepartments'>> {
  const isNamed = reportScope === ReportScope.Departments;
  if (isNamed !== reportDepartments.length > 0) {
    const message = isNamed
      ? 'is required with the scope departments'
      : 'goes with the scope departments alone';
    throw invalidFields([{ field: 'reportDepartments', message }]);
  }
  if (reportScope === undefined) return {};
  const unknown = await query(tx, findUnknown, { companyId, departments: reportDepartments });
  if (unknown.length === 0) return { reportScope, reportDepartments };
  throw invalidFields(
    unknown.map(({ position, id }) => ({
      field: `reportDepartments[${position}]`,
      message: `names ${id}, which is not of this organization`,
    })),
  );
}

const lock = sql('lock-membership');
const remove = readStatement<{ hasRecords: boolean }>(__dirname, 'delete-membership.sql');

/**
 * Deletes a membership, if there is one. Where it has records, it withdraws the access and returns true. Audited.
 */
export async function removeMembership(
  tx: Transaction,
  membership: Pick<Membership, 'accountId' | 'companyId'>,
  doneBy: DoneBy,
): Promise<boolean> {
  await query(tx, lock, membership);
  const [found] = await query(tx, remove, { ...membership, ...doneBy });
  return found?.hasRecords ?? false;
}
