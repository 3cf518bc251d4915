import { isDeepStrictEqual } from 'node:util';
import {
  type Database,
  query,
  readStatements,
  retryConflict,
  type Transaction,
  transaction,
} from '@platform/db';
import { invalidField, matchesTag, type Problem, tagOf } from '@platform/http';
import { readInstant } from '@platform/http/field-values';
import { recordEvent } from '../../audit/audit-events';
import type { AuditEventKind } from '../../audit/audit-events.dto';
import type { DoneBy, Organization } from '../../http/principal';
import { problemOf } from '../../http/problems';

const sql = readStatements(__dirname, 'edits.sql');

const lockMember = sql<{ id: number; accountId: number }>('lock-member');

export interface Editor {
  readonly organization: Organization;
  readonly doneBy: DoneBy;
  /** The entity tags of If-Match; null when it was not sent. */
  readonly etags: readonly string[] | null;
}

export interface Edit<Shown> {
  readonly kind: AuditEventKind;
  readonly memberId: string;
  readonly find: (tx: Transaction) => Promise<Shown | undefined>;
  readonly write: (tx: Transaction, before: Shown | undefined) => Promise<void>;
  readonly unknownMember: () => Problem;
}

/**
 * Changes a record of a member in one transaction, audited with the values before and after if they differ. Returns the
 * changed record.
 * @throws Problem precondition-failed, and those of `edit`
 */
export function editRecord<Shown extends object>(
  db: Database,
  { organization: { id: organization }, doneBy, etags }: Editor,
  { kind, memberId, find, write, unknownMember }: Edit<Shown>,
): Promise<Shown | undefined> {
  const editOnce = async (tx: Transaction) => {
    const { actorAccountId } = doneBy;
    const [member] = await query(tx, lockMember, { organization, memberId, actorAccountId });
    if (!member) throw unknownMember();
    const before = await find(tx);
    await write(tx, before);
    // Checked afterwards, because a record or competency that does not exist is 404.
    if (etags !== null && !(before && matchesTag(etags, tagOf(before)))) {
      throw problemOf('record-changed');
    }
    const after = await find(tx);
    if (isDeepStrictEqual(before, after)) return after;
    const detail = { before: before ?? null, after: after ?? null };
    const { accountId } = member;
    await recordEvent(tx, { kind, ...doneBy, accountId, companyId: organization, detail });
    return after;
  };
  return retryConflict(() => transaction(db, editOnce));
}

export function notOfOrganization(field: string): Problem {
  return invalidField(field, 'is not an id of the organization');
}

/**
 * Returns the request with its times in UTC: PostgreSQL does not know every offset.
 * @throws Problem invalid-request for a time that does not exist in the calendar, or that imports refuse
 */
export function readInstants<
  Field extends string,
  Request extends Readonly<Partial<Record<Field, string | null>>>,
>(request: Request, fields: readonly Field[]): Request {
  const times = fields.flatMap(field => {
    const given = request[field];
    if (typeof given !== 'string') return [];
    const time = readInstant(field, given);
    const year = time.getUTCFullYear();
    if (year < 1900 || year > 2200) {
      throw invalidField(field, 'must be within the years 1900 to 2200 in UTC; null means never');
    }
    return [[field, time.toISOString()]];
  });
  return { ...request, ...(Object.fromEntries(times) as Partial<Request>) };
}
