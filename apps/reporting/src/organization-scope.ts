import type { Organization } from '@platform/auth';
import type { RowScope } from '@platform/db';

/**
 * The second lock behind a report's WHERE clause: whatever the statement says, it sees the rows of one
 * organization (migration row_security).
 */
export function organizationScope({ id }: Pick<Organization, 'id'>): RowScope {
  return { role: 'reporting_reader', settings: { 'reporting.company_id': id } };
}
