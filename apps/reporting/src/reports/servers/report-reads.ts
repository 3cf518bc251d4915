import {
  isConnectionLost,
  openSnapshot,
  type Parameters,
  query,
  type Snapshot,
  type SnapshotOptions,
  type Statement,
  type StreamOptions,
  streamAndClose,
} from '@platform/db';
import type { ReportServers } from './report-servers';

export interface ReportReadOptions extends SnapshotOptions {
  /** For what somebody may just have changed. */
  readonly isOfPrimary?: boolean;
}

/** What one report reads: of one instant on one server, which is chosen when the first statement runs. */
export class ReportReads {
  #opening: Promise<Snapshot> | null = null;
  #isOnStandby = false;
  #isStandbyLost = false;

  constructor(
    private readonly servers: ReportServers,
    private readonly options: ReportReadOptions,
  ) {}

  /** Runs `work`, and again on the primary where the standby is lost before anything is sent. */
  async during<Result>(work: () => Promise<Result>, isSent = () => false): Promise<Result> {
    const wasLost = this.#isStandbyLost;
    try {
      return await this.#run(work);
    } catch (error) {
      if (wasLost || !this.#isStandbyLost || isSent()) throw error;
      return await this.#run(work);
    }
  }

  query<Row>(statement: Statement<Row>, parameters: Parameters): Promise<Row[]> {
    return this.#watch(async () => query(await this.#snapshot(), statement, parameters));
  }

  /** As the last that is read. */
  async queryLast<Row>(statement: Statement<Row>, parameters: Parameters): Promise<Row[]> {
    const rows = await this.query(statement, parameters);
    await this.#end('idle');
    return rows;
  }

  /** As the last that is read. */
  async *streamAndClose<Row>(
    statement: Statement<Row>,
    parameters: Parameters,
    options: Pick<StreamOptions, 'batchSize'>,
  ): AsyncGenerator<Row[]> {
    const snapshot = await this.#snapshot();
    const batches = streamAndClose(snapshot, statement, parameters, options);
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

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      await this.#end('idle');
    }
  }

  #snapshot(): Promise<Snapshot> {
    return (this.#opening ??= this.#open());
  }

  async #open(): Promise<Snapshot> {
    const { isOfPrimary = false, ...options } = this.options;
    const isStandbyWanted = !isOfPrimary && !this.#isStandbyLost;
    const ofStandby = isStandbyWanted ? await this.servers.openStandby(options) : null;
    this.#isOnStandby = ofStandby !== null;
    return ofStandby ?? openSnapshot(this.servers.primary, options);
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
