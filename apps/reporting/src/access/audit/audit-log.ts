import { readStatement } from '@platform/db';
import { createAuditLog, type WriteLines } from '@platform/service';
import type { Job } from '../../job-queue/job';
import type { AuditEvent } from './audit-events.dto';
import { listEventsAfter } from './list-audit-events';

export const { numberEvents, writeEvents } = createAuditLog<AuditEvent>({
  lockSequence: readStatement(__dirname, 'lock-audit-sequence.sql'),
  numberSlice: readStatement(__dirname, 'number-audit-events.sql'),
  setWritten: readStatement(__dirname, 'set-events-written.sql'),
  listAfter: listEventsAfter,
  numberOf: ({ number }) => number,
});

/** `write` is null where events are not logged. */
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
