import { query, readStatement, readStatements, type Transaction } from '@platform/db';
import { invalidField, invalidFields } from '@platform/http/problems';
import { type DoneBy } from '../../http/principal';
import type { AccountOrganization, MembershipRequest, ReportScope } from './accounts.dto';

const sql = readStatements(__dirname, 'memberships.sql');

/** Manually granted rights in an organization. */
export interface Membership {
  readonly accountId: number;
  readonly companyId: number;
  /** Null means unchanged, or false for a new membership; likewise below. */
  readonly hasAccess: boolean | null;
  readonly isDeveloper: boolean | null;
  readonly keepsRecords: boolean | null;
  /** Omitted fields are unchanged; null removes a value. */
  readonly facts: Pick<MembershipRequest, 'code' | 'personType' | 'jobTitle'> & ReportedRows;
}

interface ReportedRows {
  readonly reportScope?: ReportScope | undefined;
  /** Only set together with the scope: those of `departments`, empty otherwise. */
  readonly reportDepartments?: readonly string[] | undefined;
}

type MembershipRights = Pick<AccountOrganization, 'keepsRecords' | 'reportScope'>;

const set = readStatement<MembershipRights>(__dirname, 'set-membership.sql');

/** Creates or changes a membership; the caller has locked the account. Audited. */
export async function setMembership(
  tx: Transaction,
  { facts, ...membership }: Membership,
  doneBy: DoneBy,
): Promise<MembershipRights> {
  const [after] = await query(tx, set, { ...membership, facts: JSON.stringify(facts), ...doneBy });
  return after!;
}

const findUnknown = sql<{ position: number; id: string }>('find-unknown-departments');

/** Reads the scope and departments of a request, if present. @throws Problem invalid-request */
export async function readReportScope(
  tx: Transaction,
  companyId: number,
  { reportScope, reportDepartments = [] }: ReportedRows,
): Promise<ReportedRows> {
  const isNamed = reportScope === 'departments';
  if (isNamed !== reportDepartments.length > 0) {
    const message = isNamed
      ? 'is required with the scope departments'
      : 'is only allowed with the scope departments';
    throw invalidField('reportDepartments', message);
  }
  if (reportScope === undefined) return {};
  const unknown = await query(tx, findUnknown, { companyId, departments: reportDepartments });
  if (unknown.length === 0) return { reportScope, reportDepartments };
  throw invalidFields(
    unknown.map(({ position, id }) => ({
      field: `reportDepartments[${position}]`,
      message: `names ${id}, which does not belong to this organization`,
    })),
  );
}

const lock = sql('lock-membership');

/** Locks a membership until the transaction ends. Returns whether there is one. */
export async function lockMembership(
  tx: Transaction,
  membership: Pick<Membership, 'accountId' | 'companyId'>,
): Promise<boolean> {
  return (await query(tx, lock, membership)).length > 0;
}

const remove = readStatement<{ hasRecords: boolean }>(__dirname, 'delete-membership.sql');

/**
 * Deletes a membership, if there is one. If it has records, withdraws the access instead and returns true. Audited.
 */
export async function removeMembership(
  tx: Transaction,
  membership: Pick<Membership, 'accountId' | 'companyId'>,
  doneBy: DoneBy,
): Promise<boolean> {
  await lockMembership(tx, membership);
  const [found] = await query(tx, remove, { ...membership, ...doneBy });
  return found?.hasRecords ?? false;
}
