import { digestOf, type Statement, type StreamOptions } from '@platform/db';
import type { PageRequest } from '../http/pages';
import type { Organization } from '../http/principal';
import type { Parameters, ReportReads } from './servers/report-reads';

/** An organization at one instant. */
export interface ReportScope {
  /** Limited to rows of the organization. */
  readonly reads: ReportReads;
  readonly organization: Organization;
  readonly now: Date;
}

/** The statements of a report that reads a page differently from the whole. */
interface PagedStatements<Row> {
  readonly page: Statement<Row>;
  readonly everything: Statement<Row>;
}

interface RowOptions extends Pick<StreamOptions, 'batchSize'> {
  /** Whether all rows are read at once, because there are only a few. */
  readonly isSmall?: boolean;
}

/**
 * Reads one page at once, or all rows in batches. Statements take `$organization` and may take `$shown`. For pages,
 * they take `$limit` (null for all rows) and `$offset`. If they also take `$after`, one row past the page is read,
 * which shows whether another page follows.
 */
export function rowsOf<Row>(
  { reads }: ReportScope,
  statements: Statement<Row> | PagedStatements<Row>,
  parameters: Parameters,
  { isSmall = false, ...options }: RowOptions = {},
) {
  return async function* (page: PageRequest | null): AsyncGenerator<Row[]> {
    const { page: onePage, everything } =
      'page' in statements ? statements : { page: statements, everything: statements };
    const statement = page ? onePage : everything;
    const all = { ...parameters, ...rangeOf(statement, page) };
    if (page || isSmall) yield await reads.queryLast(statement, all);
    else yield* reads.streamAndClose(statement, all, options);
  };
}

function rangeOf<Row>({ parameters }: Statement<Row>, page: PageRequest | null) {
  if (!parameters.includes('limit')) return {};
  const { pageSize = null, offset = 0, after = null } = page ?? {};
  if (!parameters.includes('after')) return { limit: pageSize, offset };
  return { limit: pageSize && pageSize + 1, offset, after };
}

/** Returns a digest of the rows that the caller is shown, by a statement that takes `$organization`. */
export function digestOfRows<Row>(
  { reads }: ReportScope,
  statement: Statement<Row>,
  parameters: Parameters,
) {
  return async (): Promise<string> => {
    const [row] = await reads.query(digestOf(statement), parameters);
    return row!.digest;
  };
}
