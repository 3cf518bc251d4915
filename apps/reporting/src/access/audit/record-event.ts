import type { Principal } from '@platform/auth';
import { type Database, query, readStatement, type Transaction } from '@platform/db';
import type { AuditEventKind } from './audit-events.dto';

/** Statements that change an account record what they do themselves, in the same step. */
export type AuditKind = `${AuditEventKind}`;

export interface AuditEvent {
  readonly kind: AuditKind;
  /** Who did it: an e-mail, or `service key`. */
  readonly actor: string;
  /** The account that did it. */
  readonly accountId: number | null;
  readonly companyId: number | null;
  /** Where the call came from. */
  readonly address: string | null;
  /** What else there is to know; never a secret. */
  readonly detail: Readonly<Record<string, unknown>>;
}

const statement = readStatement(__dirname, 'record-event.sql');

/** Records who did what; whatever it allows happens only once it is recorded. */
export async function recordEvent(
  on: Database | Transaction,
  { detail, ...event }: AuditEvent,
): Promise<void> {
  await query(on, statement, { ...event, detail: JSON.stringify(detail) });
}

/** A principal as the audit names it. */
export function actorOf(principal: Principal): { actor: string; accountId: number | null } {
  return principal.kind === 'platform'
    ? { actor: 'service key', accountId: null }
    : { actor: principal.account.email, accountId: principal.account.id };
}
