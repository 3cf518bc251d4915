import {
  isConnectionLost,
  openSnapshot,
  query,
  type Snapshot,
  type SnapshotOptions,
  type Statement,
  type StreamOptions,
  streamAndClose,
} from '@platform/db';
import { organizationScope, type Shown } from '../row-security';
import type { ReportServers } from './report-servers';

/** Parameters except the organization and its shown departments, which `ReportReads` adds. */
export type Parameters = Readonly<Record<string, unknown>> & {
  readonly organization?: never;
  readonly shown?: never;
};

export interface ReportReadOptions extends Omit<SnapshotOptions, 'scope'> {
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

  query<Row>(statement: Statement<Row>, parameters: Parameters = {}): Promise<Row[]> {
    const all = this.#within(statement, parameters);
    return this.#watch(async () => query(await this.#snapshot(), statement, all));
  }

  /** Runs the report's last statement. */
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
    const all = this.#within(statement, parameters);
    const batches = streamAndClose(snapshot, statement, all, options);
    try {
      for (;;) {
        const batch = await this.#watch(() => batches.next());
        if (batch.done) return;
        yield batch.value;
      }
    } finally {
      await batches.return(undefined);
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
    const { usesPrimary = false, ...given } = this.options;
    const options = { ...given, scope: organizationScope(this.organization) };
    const triesStandby = !usesPrimary && !this.#isStandbyLost;
    const onStandby = triesStandby ? await this.servers.openStandby(options) : null;
    this.#isOnStandby = onStandby !== null;
    return onStandby ?? openSnapshot(this.servers.primary, options);
  }

  async #watch<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.#end('busy');
      this.#isStandbyLost ||= this.#isOnStandby && isConnectionLost(error);
      throw error;
    }
  }

  async #end(state: 'idle' | 'busy'): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    const snapshot = await opening?.catch(() => null);
    await snapshot?.close(state);
  }
}
