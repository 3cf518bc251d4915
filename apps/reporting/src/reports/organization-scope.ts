import { digestOf, type Statement, type StreamOptions } from '@platform/db';
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
  /** Also takes `$limit` and `$offset`, and may take `$after`. */
  readonly page: Statement<Row>;
  readonly everything: Statement<Row>;
}

/**
 * Reads a page at once, or everything in batches. One statement for both takes `$limit`, null for everything. With `$after`
 * a page comes with the row behind it, if there is one.
 */
export function pagesOf<Row>(
  { reads }: Scope,
  statements: Statement<Row> | PagedStatements<Row>,
  parameters: Parameters,
) {
  return async function* (page: PageRequest | null): AsyncGenerator<Row[]> {
    if (page) {
      const { pageSize, offset, after = null } = page;
      const statement = 'page' in statements ? statements.page : statements;
      const range = statement.parameters.includes('after')
        ? { limit: pageSize + 1, offset, after }
        : { limit: pageSize, offset };
      yield await reads.queryLast(statement, { ...parameters, ...range });
    } else if ('page' in statements) {
      yield* reads.streamAndClose(statements.everything, parameters);
    } else {
      const after = statements.parameters.includes('after') && { after: null };
      yield* reads.streamAndClose(statements, { ...parameters, limit: null, offset: 0, ...after });
    }
  };
}

/** Identifies the rows of a statement that takes `$organization`, as they are shown to the caller. */
export function digestOfRows<Row>(
  { reads }: Scope,
  statement: Statement<Row>,
  parameters: Parameters,
) {
  return async (): Promise<string> => {
    const [row] = await reads.query(digestOf(statement), parameters);
    return row!.digest;
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
