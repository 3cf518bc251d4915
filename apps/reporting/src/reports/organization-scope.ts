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
 * Limits what a statement sees to the rows of one organization, beside its WHERE clause (migration
 * row_security).
 */
export function organizationScope({ id }: Pick<Organization, 'id'>): RowScope {
  return { role: 'reporting_reader', settings: { 'reporting.company_id': id } };
}

/** All but the organization, which is said beside them. */
type Parameters = Readonly<Record<string, unknown>> & { readonly organization?: never };

/**
 * The rows of a statement, which takes `$organization`, in one read-only snapshot within that organization's
 * rows.
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
