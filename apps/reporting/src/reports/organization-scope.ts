import type { RowScope, Statement, StreamOptions } from '@platform/db';
import type { PageRequest } from '../http/pages';
import type { Organization } from '../http/principal';
import type { ReportReads } from './servers/report-reads';

/** An organization at one instant. */
export interface ReportScope {
  /** Within the organization's rows. */
  readonly reads: ReportReads;
  readonly organization: Organization;
  readonly now: Date;
}

type Shown = Pick<Organization, 'id' | 'shownDepartments'>;

type Scope = Pick<ReportScope, 'reads'> & { readonly organization: Shown };

/** All but the organization and the departments that are shown, which are the scope's. */
type Parameters = Readonly<Record<string, unknown>> & {
  readonly organization?: never;
  readonly shown?: never;
};

/**
 * The statements of a report where a page is read otherwise than everything. Both take `$organization`, and may take
 * `$shown`.
 */
export interface PagedStatements<Row> {
  /** Takes `$limit` and `$offset` besides. */
  readonly page: Statement<Row>;
  readonly everything: Statement<Row>;
}

/** Reads a page at once, or everything in batches. One statement for both takes `$limit`, null for everything. */
export function pagesOf<Row>(
  scope: Scope,
  statements: Statement<Row> | PagedStatements<Row>,
  parameters: Parameters,
) {
  return async function* (page: PageRequest | null): AsyncGenerator<Row[]> {
    if (page) {
      const { pageSize: limit, offset } = page;
      const statement = 'page' in statements ? statements.page : statements;
      yield await runLast(scope, statement, { ...parameters, limit, offset });
    } else if ('page' in statements) {
      yield* streamWithin(scope, statements.everything, parameters);
    } else {
      const everything = { ...parameters, limit: null, offset: 0 };
      yield* streamWithin(scope, statements, everything);
    }
  };
}

/** Reads a statement that takes `$organization`: in batches, or a few rows at once. */
export function rowsOf<Row>(
  scope: Scope,
  statement: Statement<Row>,
  parameters: Parameters,
  { isSmall = false, ...options }: Pick<StreamOptions, 'batchSize'> & { isSmall?: boolean } = {},
) {
  return async function* (): AsyncGenerator<Row[]> {
    if (isSmall) yield await runLast(scope, statement, parameters);
    else yield* streamWithin(scope, statement, parameters, options);
  };
}

/** The rows of a statement, of the same instant as what is read after it. */
export function runWithin<Row>(
  { reads, organization }: Scope,
  statement: Statement<Row>,
  parameters: Parameters = {},
): Promise<Row[]> {
  return reads.query(statement, { ...parameters, ...scopeOf(statement, organization) });
}

function runLast<Row>(
  { reads, organization }: Scope,
  statement: Statement<Row>,
  parameters: Parameters,
): Promise<Row[]> {
  return reads.queryLast(statement, { ...parameters, ...scopeOf(statement, organization) });
}

/** The same in batches, as they are taken. */
function streamWithin<Row>(
  { reads, organization }: Scope,
  statement: Statement<Row>,
  parameters: Parameters,
  options: Pick<StreamOptions, 'batchSize'> = {},
): AsyncGenerator<Row[]> {
  const all = { ...parameters, ...scopeOf(statement, organization) };
  return reads.streamAndClose(statement, all, options);
}

function scopeOf<Row>({ parameters }: Statement<Row>, { id, shownDepartments }: Shown) {
  return { organization: id, ...(parameters.includes('shown') && { shown: shownDepartments }) };
}

/** Limits what a statement sees to rows that are shown, beside its WHERE clause (reader-privileges.sql). */
export function organizationScope({ id, shownDepartments }: Shown): RowScope {
  const settings = { 'reporting.company_id': id };
  if (shownDepartments === null) return { role: 'reporting_reader', settings };
  return {
    role: 'reporting_scoped_reader',
    settings: { ...settings, 'reporting.departments': `{${shownDepartments.join()}}` },
  };
}
