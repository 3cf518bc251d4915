import { createAuditLog } from '@platform/service';
import { listEventsAfter } from './audit-events';
import type { AuditEvent } from './audit-events.dto';

export const { numberEvents, writeEvents } = createAuditLog<AuditEvent>({
  schema: 'versioning',
  table: 'key_event',
  listAfter: (tx, after, limit) => listEventsAfter(tx, { after, limit, keyIds: null }),
  numberOf: event => event.Number,
});
