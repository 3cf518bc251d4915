import type { Database, HealthReport, Transaction } from '@platform/db';
import type { Log, Metrics } from '@platform/http';
import type { Request } from 'express';
import type { Limits } from './access/limits';
import type { IdentityProvider } from './access/single-sign-on/identity-provider';
import type { Config } from './config';
import type { PostMails } from './notices/mail/post-mails';
import type { OwnRequests } from './own-requests';
import type { QueuedUpload } from './records/uploads/start-importer';
import type { ReportServers } from './reports/servers/report-servers';
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
  readonly countRuns: (labels: { outcome: string }) => void;
  readonly clock: () => Date;
  readonly serviceKeys: readonly { readonly hash: Buffer }[];
  /** The first signs; all verify. */
  readonly sessionSecrets: readonly [string, ...string[]];
  readonly limits: Limits;
  readonly identityProvider: IdentityProvider | null;
  readonly postMails: PostMails | null;
  /** Starts a job after the commit. */
  readonly wake: (tx: Transaction, job: string) => Promise<void>;
  readonly ownRequests: OwnRequests;
  /** Runs the uploads of this process, each in a process of its own. */
  readonly imports: { add(upload: QueuedUpload): void };
  health(): Promise<HealthReport & { readonly isDraining: boolean }>;
  pendingMigrations(): Promise<readonly string[]>;
}

export function contextOf(request: Request): Context {
  return request.app.locals.context as Context;
}
