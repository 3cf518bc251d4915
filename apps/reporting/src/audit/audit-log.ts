import type { Job } from '@platform/jobs';
import { createAuditLog, type WriteLines } from '@platform/service';
import type { AuditEvent } from './audit-events.dto';
import { listEventsAfter } from './list-audit-events';

export const { numberEvents, writeEvents } = createAuditLog<AuditEvent>({
  schema: 'reporting',
  table: 'audit_event',
  listAfter: listEventsAfter,
  numberOf: ({ number }) => number,
});

/** `write` is null if events are not logged. */
export function auditLogJob(write: WriteLines | null): Job {
  return {
    name: 'audit-log',
    timeout: 600,
    retries: 0,
    run: async ({ db, signal }) => ({
      numbered: await numberEvents(db, signal),
      written: write ? await writeEvents(db, write, signal) : 0,
    }),
  };
}
