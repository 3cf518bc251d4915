import type { Organization } from '@platform/auth';
import {
  type Database,
  query,
  type RowScope,
  type Statement,
  type StreamOptions,
  stream,
  transaction,
} from '@platform/db';

/**
 * The second lock behind a report's WHERE clause: whatever the statement says, it sees the rows of one
 * organization (migration row_security).
 */
export function organizationScope({ id }: Pick<Organization, 'id'>): RowScope {
  return { role: 'reporting_reader', settings: { 'reporting.company_id': id } };
}

/** All but the organization, which is said beside them. */
type Parameters = Readonly<Record<string, unknown>> & { readonly organization?: never };

/**
 * The rows of a report's statement, which takes the organization's key as `$organization`; in one read-only
 * snapshot, within that organization's rows. An abort of the signal cancels it.
 */
export function runWithin<Row>(
  db: Database,
  organization: Pick<Organization, 'id'>,
  statement: Statement<Row>,
  parameters: Parameters = {},
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Row[]> {
  return transaction(
    db,
    tx => query(tx, statement, { ...parameters, organization: organization.id }),
    { isReadOnly: true, scope: organizationScope(organization), signal },
  );
}

/** The same in batches, as they are taken. */
export function streamWithin<Row>(
  db: Database,
  organization: Pick<Organization, 'id'>,
  statement: Statement<Row>,
  parameters: Parameters,
  options: Omit<StreamOptions, 'scope'>,
): AsyncGenerator<Row[]> {
  return stream(
    db,
    statement,
    { ...parameters, organization: organization.id },
    { ...options, scope: organizationScope(organization) },
  );
}
