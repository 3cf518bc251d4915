import {
  isConnectionLost,
  type Parameters,
  query,
  type Snapshot,
  type SnapshotOptions,
  type Statement,
  type StreamOptions,
  streamLast,
} from '@platform/db';
import type { ReportSource, ReportSources } from '../../context';

export interface ReportReadOptions extends SnapshotOptions {
  /** For what somebody may just have changed. */
  readonly isOfPrimary?: boolean;
}

/** What one report reads: of one instant on one server, which is chosen when the first statement runs. */
export class ReportReads {
  readonly #tried = new Set<ReportSource>();
  #server: ReportSource | null = null;
  #opening: Promise<Snapshot> | null = null;
  #isLost = false;

  constructor(
    private readonly servers: ReportSources,
    private readonly options: ReportReadOptions,
  ) {}

  /** Runs `work`, and again where a standby is lost before anything is sent. */
  async during<Result>(work: () => Promise<Result>, isSent = () => false): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!this.#isLost || isSent()) throw error;
        this.#isLost = false;
      } finally {
        await this.#end('idle');
      }
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
  async *streamLast<Row>(
    statement: Statement<Row>,
    parameters: Parameters,
    options: Pick<StreamOptions, 'batchSize'>,
  ): AsyncGenerator<Row[]> {
    const snapshot = await this.#snapshot();
    const batches = streamLast(snapshot, statement, parameters, options);
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

  #snapshot(): Promise<Snapshot> {
    return (this.#opening ??= this.#open());
  }

  async #open(): Promise<Snapshot> {
    const { isOfPrimary = false, ...options } = this.options;
    if (!isOfPrimary) await this.servers.ready();
    for (;;) {
      const server = isOfPrimary ? this.servers.primary : this.servers.choose(this.#tried);
      this.#server = server;
      try {
        return await server.open(options);
      } catch (error) {
        options.signal?.throwIfAborted();
        if (!this.#leave(error)) throw error;
      }
    }
  }

  async #watch<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.#end('busy');
      if (isConnectionLost(error)) this.#isLost = this.#leave(error);
      throw error;
    }
  }

  /** Whether there is another server to go on with. */
  #leave(error: unknown): boolean {
    const server = this.#server;
    if (!server?.fail(error)) return false;
    this.#tried.add(server);
    return true;
  }

  async #end(state: 'idle' | 'busy'): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    const snapshot = await opening?.catch(() => null);
    await snapshot?.close(state);
  }
}
