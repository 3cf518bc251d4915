import {
  isConnectionLost,
  openSnapshot,
  query,
  type RowScope,
  type Snapshot,
  type SnapshotOptions,
  type Statement,
  type StreamOptions,
  streamAndClose,
} from '@platform/db';
import type { Organization } from '../../http/principal';
import type { ReportServers } from './report-servers';

type Shown = Pick<Organization, 'id' | 'shownDepartments'>;

/** All but the organization and its shown departments, which `ReportReads` adds. */
export type Parameters = Readonly<Record<string, unknown>> & {
  readonly organization?: never;
  readonly shown?: never;
};

export interface ReportReadOptions extends Omit<SnapshotOptions, 'scope'> {
  /** For what somebody may just have changed. */
  readonly isOfPrimary?: boolean;
}

/**
 * The statements of one report: within an organization's shown rows, as of one instant, on one server, which is chosen
 * when the first statement runs. Statements take `$organization`, and may take `$shown`.
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

  query<Row>(statement: Statement<Row>, parameters: Parameters = {}): Promise<Row[]> {
    const all = this.#within(statement, parameters);
    return this.#watch(async () => query(await this.#snapshot(), statement, all));
  }

  /** The report's last statement. */
  async queryLast<Row>(statement: Statement<Row>, parameters: Parameters): Promise<Row[]> {
    const rows = await this.query(statement, parameters);
    await this.#end('idle');
    return rows;
  }

  /** The report's last statement, in batches. */
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
    const { isOfPrimary = false, ...given } = this.options;
    const options = { ...given, scope: organizationScope(this.organization) };
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

/** Limits what a statement sees to rows that are shown, in addition to its WHERE clause (reader-access.sql). */
export function organizationScope({ id, shownDepartments }: Shown): RowScope {
  const settings = { 'reporting.company_id': id };
  if (shownDepartments === null) return { role: 'reporting_reader', settings };
  return {
    role: 'reporting_scoped_reader',
    settings: { ...settings, 'reporting.departments': `{${shownDepartments.join()}}` },
  };
}
