import type { Database } from '@platform/db';
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

/** The caller proceeds only once the event is recorded. */
export async function recordEvent({ prisma }: Database, event: NewAuditEvent): Promise<void> {
  await prisma.auditEvent.create({ data: event, select: { id: true } });
}
