import type { RowScope } from '@platform/db';
import type { Organization } from '../http/principal';

/** What reports show of an organization. */
export type Shown = Pick<Organization, 'id' | 'shownDepartments'>;

/**
 * Limits the statements of a snapshot to the rows that are shown, in addition to their WHERE clauses (row-security.sql).
 * Statements without a scope depend on their WHERE clauses alone.
 */
export function organizationScope({ id, shownDepartments }: Shown): RowScope {
  const settings = { 'reporting.company_id': id };
  if (shownDepartments === null) return { role: 'reporting_reader', settings };
  return {
    role: 'reporting_scoped_reader',
    settings: { ...settings, 'reporting.departments': `{${shownDepartments.join()}}` },
  };
}
