import type { Database } from '@platform/db';
import type { Principal } from '../../principal';
import type { AuditEventKind } from './audit-events.dto';

export interface NewAuditEvent {
  readonly kind: `${AuditEventKind}`;
  readonly actor: string;
  readonly accountId: number | null;
  readonly companyId: number | null;
  readonly address: string | null;
  /** Never a secret. */
  readonly detail: Readonly<Record<string, string | boolean | undefined>>;
}

export interface DoneBy {
  readonly actor: string;
  /** Null for the command line and the service key. */
  readonly actorAccountId: number | null;
  /** Null for the command line. */
  readonly address: string | null;
}

/** The caller proceeds only once the event is recorded. */
export async function recordEvent({ prisma }: Database, event: NewAuditEvent): Promise<void> {
  await prisma.auditEvent.create({ data: event, select: { id: true } });
}

export function actorOf(principal: Principal): { actor: string; accountId: number | null } {
  return principal.kind === 'platform'
    ? { actor: 'service key', accountId: null }
    : { actor: principal.account.email, accountId: principal.account.id };
}
