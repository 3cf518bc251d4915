import type { OpenIdProvider } from '@platform/auth/openid';
import type { Database, HealthReport, Transaction } from '@platform/db';
import type { Log, Metrics } from '@platform/http';
import type { Request } from 'express';
import type { Limits } from '../identity/limits';
import type { QueuedUpload } from '../import/uploads/import-queue';
import type { EnqueueMails } from '../mail-queue/enqueue-mails';
import type { ReportServers } from '../reports/report-servers';
import type { Config } from './config';
import type { ServiceSlots } from './slots';

/** Built by `compose.ts`. */
export interface Context {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly db: Database;
  readonly reports: ReportServers;
  readonly slots: ServiceSlots;
  readonly countReportRows: (labels: { report: string }, rows: number) => void;
  readonly countRuns: (labels: { outcome: string }, by?: number) => void;
  readonly clock: () => Date;
  readonly serviceKeys: readonly { readonly hash: Buffer }[];
  /** The first secret signs; all verify. */
  readonly sessionSecrets: readonly [string, ...string[]];
  readonly limits: Limits;
  readonly identityProvider: OpenIdProvider | null;
  readonly enqueueMails: EnqueueMails | null;
  /** Starts a job after the commit. */
  readonly wake: (tx: Transaction, job: string) => Promise<void>;
  /** Runs uploads received by this process, each in a separate process. */
  readonly imports: { add(upload: QueuedUpload): void };
  health(): Promise<HealthReport & { readonly isDraining: boolean }>;
  pendingMigrations(): Promise<readonly string[]>;
}

export function contextOf(request: Request): Context {
  return request.app.locals.context as Context;
}
