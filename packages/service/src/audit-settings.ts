import { count, oneOf } from '@platform/config';

export const auditSettings = {
  AUDIT_RETENTION_DAYS: count(400, 'days that audit events are kept'),
  AUDIT_LOG: oneOf(
    ['off', 'stdout'],
    'off',
    'stdout writes each audit event as a line of JSON to standard output',
  ),
};
