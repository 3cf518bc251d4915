import {
  type Database,
  openSnapshot,
  query,
  readStatements,
  type Snapshot,
  type SnapshotOptions,
} from '@platform/db';
import type { Log } from '@platform/http';

const sql = readStatements(__dirname, 'report-servers.sql');

/** Milliseconds between attempts to read a standby that failed: a report may have to wait for each of them. */
const RETRY_INTERVAL = 5_000;

/** Milliseconds; a standby that hangs must not hold up a report for as long as a statement may take. */
const BEGIN_TIMEOUT = 2_000;

const statement = sql<{ isInRecovery: boolean; identity: string }>('server-identity');

/** Where reports are read: from the standby while it has the primary's database, else from the primary. */
export class ReportServers {
  #primaryIdentity: string | null = null;
  #isStandbyUsable = true;
  #retryAt = 0;

  constructor(
    readonly primary: Database,
    private readonly standby: Database | null,
    private readonly log: Log,
  ) {}

  /** As the last report found it. */
  get isStandbyUsable(): boolean {
    return this.#isStandbyUsable;
  }

  /** Null where there is no standby, or it fails or is refused. @throws if the signal is aborted, its reason */
  async openStandby(options: SnapshotOptions): Promise<Snapshot | null> {
    const now = performance.now();
    if (!this.standby || now < this.#retryAt) return null;
    // One report tries it again; others do not wait for the outcome.
    if (!this.#isStandbyUsable) this.#retryAt = now + RETRY_INTERVAL;
    try {
      const snapshot = await this.#openVerified(this.standby, options);
      this.#retryAt = 0;
      if (!this.#isStandbyUsable) this.log.info('reports are read from the standby again');
      this.#isStandbyUsable = true;
      return snapshot;
    } catch (error) {
      options.signal?.throwIfAborted();
      this.#retryAt = performance.now() + RETRY_INTERVAL;
      if (this.#isStandbyUsable) this.log.warn({ err: error }, 'reports are read from the primary');
      this.#isStandbyUsable = false;
      return null;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.primary.close(), this.standby?.close()]);
  }

  async #openVerified(standby: Database, options: SnapshotOptions): Promise<Snapshot> {
    const snapshot = await openSnapshot(standby, { ...options, beginTimeout: BEGIN_TIMEOUT });
    try {
      await this.#verify(snapshot);
      return snapshot;
    } catch (error) {
      // The next connection may lead to another server.
      await snapshot.close('busy');
      throw error;
    }
  }

  /** @throws Error for a promoted standby, or another cluster or database */
  async #verify(snapshot: Snapshot): Promise<void> {
    const [server] = await query(snapshot, statement);
    if (!server!.isInRecovery) {
      throw new Error(
        'The server of DATABASE_REPLICA_URL is not in recovery, so it is not a standby.',
      );
    }
    this.#primaryIdentity ??= (await query(this.primary, statement))[0]!.identity;
    if (server!.identity === this.#primaryIdentity) return;
    // The primary may have been replaced by a restored one meanwhile.
    this.#primaryIdentity = null;
    throw new Error('DATABASE_REPLICA_URL leads to another cluster or database than DATABASE_URL.');
  }
}
