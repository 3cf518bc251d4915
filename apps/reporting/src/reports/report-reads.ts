import {
  digestOf,
  isConnectionLost,
  openSnapshot,
  query,
  type RowScope,
  type Snapshot,
  type Statement,
  type StreamOptions,
  streamAndClose,
} from '@platform/db';
import type { PageRequest } from '../http/pages';
import type { Organization } from '../http/principal';
import type { ReportServers } from './report-servers';

/** An organization at one instant. */
export interface ReportScope {
  /** Limited to rows of the organization. */
  readonly reads: ReportReads;
  readonly organization: Organization;
  readonly now: Date;
}

/** Parameters except the organization and its shown departments, which `ReportReads` adds. */
type Parameters = Readonly<Record<string, unknown>> & {
  readonly organization?: never;
  readonly shown?: never;
};

export type Shown = Pick<Organization, 'id' | 'shownDepartments'>;

interface ReportReadOptions {
  readonly signal?: AbortSignal;
  /** Whether to read from the primary, because the data may just have changed. */
  readonly usesPrimary?: boolean;
}

/**
 * Runs the statements of one report in one snapshot, limited to the rows of an organization that are shown. The
 * server is chosen when the first statement runs. Statements take `$organization` and may take `$shown`.
 */
export class ReportReads {
  #opening: Promise<Snapshot> | null = null;
  #isOnStandby = false;
  #isStandbyLost = false;

  constructor(
    private readonly servers: ReportServers,
    private readonly organization: Shown,
    private readonly options: ReportReadOptions = {},
  ) {}

  /** Runs `work`, and repeats it on the primary if the standby is lost before anything was sent. */
  async during<Result>(work: () => Promise<Result>, isSent = () => false): Promise<Result> {
    const wasLost = this.#isStandbyLost;
    try {
      return await work();
    } catch (error) {
      if (wasLost || !this.#isStandbyLost || isSent()) throw error;
      return await work();
    } finally {
      await this.#end('idle');
    }
  }

  async query<Row>(statement: Statement<Row>, parameters: Parameters = {}): Promise<Row[]> {
    try {
      return await query(await this.#snapshot(), statement, this.#within(statement, parameters));
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Runs the last statement of the report, and then ends its snapshot. */
  async queryLast<Row>(statement: Statement<Row>, parameters: Parameters): Promise<Row[]> {
    const rows = await this.query(statement, parameters);
    await this.#end('idle');
    return rows;
  }

  /** Runs the report's last statement, and yields its rows in batches. */
  async *streamAndClose<Row>(
    statement: Statement<Row>,
    parameters: Parameters,
    options: Pick<StreamOptions, 'batchSize'> = {},
  ): AsyncGenerator<Row[]> {
    const snapshot = await this.#snapshot();
    try {
      yield* streamAndClose(snapshot, statement, this.#within(statement, parameters), options);
    } catch (error) {
      await this.#fail(error);
    }
  }

  #within<Row>({ parameters: names }: Statement<Row>, parameters: Parameters) {
    const { id, shownDepartments } = this.organization;
    const shown = names.includes('shown') && { shown: shownDepartments };
    return { ...parameters, organization: id, ...shown };
  }

  #snapshot(): Promise<Snapshot> {
    return (this.#opening ??= this.#open());
  }

  async #open(): Promise<Snapshot> {
    const { signal, usesPrimary = false } = this.options;
    const options = { signal, scope: organizationScope(this.organization) };
    const triesStandby = !usesPrimary && !this.#isStandbyLost;
    const onStandby = triesStandby ? await this.servers.openStandby(options) : null;
    this.#isOnStandby = onStandby !== null;
    return onStandby ?? openSnapshot(this.servers.primary, options);
  }

  async #fail(error: unknown): Promise<never> {
    await this.#end('busy');
    this.#isStandbyLost ||= this.#isOnStandby && isConnectionLost(error);
    throw error;
  }

  async #end(state: 'idle' | 'busy'): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    const snapshot = await opening?.catch(() => null);
    await snapshot?.close(state);
  }
}

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
    const chosen = page ? 'page' : 'everything';
    const statement = 'text' in statements ? statements : statements[chosen];
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
