import {
  type Database,
  openSnapshot,
  query,
  readStatement,
  type Snapshot,
  type SnapshotOptions,
} from '@platform/db';
import type { Log } from '@platform/http';

/** Milliseconds between attempts to use a failed standby, since each may delay a report. */
const RETRY_INTERVAL = 5_000;

/** Milliseconds. A standby that hangs must not delay a report by the whole statement timeout. */
const BEGIN_TIMEOUT = 2_000;

/** Milliseconds. A restored primary may take over the address of the previous one, whose standby still runs. */
const IDENTITY_LIFETIME = 5_000;

const statement = readStatement<{ isInRecovery: boolean; identity: string }>(
  __dirname,
  'report-servers.sql',
);

/** Reads reports from the standby while it is usable and replicates the primary, otherwise from the primary. */
export class ReportServers {
  #primaryIdentity: string | null = null;
  #identityExpiresAt = 0;
  #isStandbyUsable = true;
  #retryAt = 0;

  constructor(
    readonly primary: Database,
    private readonly standby: Database | null,
    private readonly log: Log,
  ) {}

  /** Whether the last report could use the standby. */
  get isStandbyUsable(): boolean {
    return this.#isStandbyUsable;
  }

  /** Returns null without a usable standby. @throws the signal's reason if it is aborted */
  async openStandby(options: SnapshotOptions): Promise<Snapshot | null> {
    const now = performance.now();
    if (!this.standby || now < this.#retryAt) return null;
    // One report retries it; others do not wait for the outcome.
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
      // The next connection may reach a different server.
      await snapshot.close('busy');
      throw error;
    }
  }

  /** @throws Error for a promoted standby, or a different cluster or database */
  async #verify(snapshot: Snapshot): Promise<void> {
    const [server] = await query(snapshot, statement);
    if (!server!.isInRecovery) {
      throw new Error(
        'The server of DATABASE_REPLICA_URL is not in recovery, so it is not a standby.',
      );
    }
    if (server!.identity !== (await this.#identityOfPrimary())) {
      throw new Error(
        'DATABASE_REPLICA_URL points to a different cluster or database than DATABASE_URL.',
      );
    }
  }

  async #identityOfPrimary(): Promise<string> {
    const now = performance.now();
    if (this.#primaryIdentity === null || now >= this.#identityExpiresAt) {
      const [server] = await query(this.primary, statement);
      this.#primaryIdentity = server!.identity;
      this.#identityExpiresAt = now + IDENTITY_LIFETIME;
    }
    return this.#primaryIdentity;
  }
}
