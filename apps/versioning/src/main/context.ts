import type { Limiter } from '@platform/auth';
import type { Database, HealthReport } from '@platform/db';
import type { Log, Metrics, Slots } from '@platform/http';
import type { BootstrapKey, FoundKey, KeyPrincipal } from '../http/principal';
import type { RequestsInFlight } from '../idempotency/idempotency';
import type { Increments } from '../packages/increment';
import type { Lists } from '../packages/list-packages';
import type { Config } from './config';

/** The parts of the running service that features use. Its in-memory state is a cache that may be lost. */
export interface Context {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly db: Database;
  readonly lists: Lists;
  readonly bootstrapKeys: readonly BootstrapKey[];
  readonly keyFinder: { submit(hash: Buffer): Promise<FoundKey | null> };
  readonly tokens: {
    verify(token: string): Promise<KeyPrincipal>;
  };
  readonly limits: { readonly calls: Limiter; readonly failedAuthentication: Limiter };
  readonly increments: Pick<Increments, 'submit' | 'submitAll'>;
  /** For all changes of packages other than increments; the caller of a claim is the slug, or the key of a batch. */
  readonly changeQueue: Slots;
  readonly requestsInFlight: Pick<RequestsInFlight, 'hold'>;
  health(): Promise<HealthReport & { readonly isDraining: boolean }>;
}
