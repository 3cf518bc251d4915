import type { Statement, StreamOptions } from '@platform/db';
import type { PageRequest } from '../http/pages';
import type { Organization } from '../http/principal';
import type { Parameters, ReportReads } from './servers/report-reads';

/** An organization at one instant. */
export interface ReportScope {
  /** Within the organization's rows. */
  readonly reads: ReportReads;
  readonly organization: Organization;
  readonly now: Date;
}

type Scope = Pick<ReportScope, 'reads'>;

/**
 * The statements of a report that reads a page differently from the whole. Both take `$organization`, and may take
 * `$shown`.
 */
export interface PagedStatements<Row> {
  /** Also takes `$limit` and `$offset`. */
  readonly page: Statement<Row>;
  readonly everything: Statement<Row>;
}

/** Reads a page at once, or everything in batches. One statement for both takes `$limit`, null for everything. */
export function pagesOf<Row>(
  { reads }: Scope,
  statements: Statement<Row> | PagedStatements<Row>,
  parameters: Parameters,
) {
  return async function* (page: PageRequest | null): AsyncGenerator<Row[]> {
    if (page) {
      const { pageSize: limit, offset } = page;
      const statement = 'page' in statements ? statements.page : statements;
      yield await reads.queryLast(statement, { ...parameters, limit, offset });
    } else if ('page' in statements) {
      yield* reads.streamAndClose(statements.everything, parameters);
    } else {
      yield* reads.streamAndClose(statements, { ...parameters, limit: null, offset: 0 });
    }
  };
}

/** Reads a statement that takes `$organization`: in batches, or a few rows at once. */
export function rowsOf<Row>(
  { reads }: Scope,
  statement: Statement<Row>,
  parameters: Parameters,
  { isSmall = false, ...options }: Pick<StreamOptions, 'batchSize'> & { isSmall?: boolean } = {},
) {
  return async function* (): AsyncGenerator<Row[]> {
    if (isSmall) yield await reads.queryLast(statement, parameters);
    else yield* reads.streamAndClose(statement, parameters, options);
  };
}
