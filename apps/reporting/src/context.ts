import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Database, HealthReport, Snapshot, SnapshotOptions, Transaction } from '@platform/db';
import type { Limiter, Log, Metrics } from '@platform/http';
import type { Request } from 'express';
import type { Configuration } from 'openid-client';
import type { Config } from './config';
import type { ServiceSlots } from './slots';

/** Built by `compose.ts`. */
export interface Context {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly db: Database;
  readonly reports: ReportSources;
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
  readonly imports: ImportService;
  health(): Promise<HealthReport & { readonly isDraining: boolean }>;
  pendingMigrations(): Promise<readonly string[]>;
}

/** Where reports are read, over pools of their own. */
export interface ReportSources {
  readonly primary: Database;
  /** Null where there is no standby, or it fails or is refused. @throws if the signal is aborted, its reason */
  openStandby(options: SnapshotOptions): Promise<Snapshot | null>;
}

/** Runs the uploads of this process, each in a process of its own. */
export interface ImportService {
  /** Closes the file of the upload when it has ended. */
  add(upload: QueuedUpload): void;
}

export interface QueuedUpload {
  readonly file: FileHandle;
  readonly task: ImportTask;
}

/** What the service asks of an importing process. */
export interface ImportTask {
  /** The key of the recorded run. */
  readonly run: number;
  readonly startedBy: string;
  /** The file of an import that the body is; null for an archive or a workbook. */
  readonly table: string | null;
  /** Bytes. */
  readonly mostUnpacked: number;
  /** Whether rows may give rights to new accounts. */
  readonly mayGrant: boolean;
  readonly beforeDays: number;
  readonly options: object;
}

/** docs/contract/reporting.md, "Limits". */
export interface Limits {
  /** Per account and kind of credential, as `reports`. */
  readonly calls: Limiter;
  readonly reports: Limiter;
  readonly failedAuthentication: Limiter;
  readonly failedSignIns: AttemptLimits & {
    /** Of a browser that has signed in to the account before. */
    readonly ofDevice: Limiter;
  };
  /** Asked for, and links that did not work. */
  readonly passwordResets: AttemptLimits;
  readonly successfulSignIns: Limiter;
  readonly failedPasswordChanges: Limiter;
  readonly scheduleRuns: Limiter;
}

export interface AddressLimits {
  readonly ofAddress: Limiter;
  /** docs/contract/reporting.md, "Limits": a /56 network of IPv6, or an IPv4 address. */
  readonly ofAddressBlock: Limiter;
}

/** Of what anybody can try for any e-mail. */
export interface AttemptLimits extends AddressLimits {
  /** The e-mail need not belong to an account; likewise below. */
  readonly ofAccountAndAddress: Limiter;
  readonly ofAccount: Limiter;
}

/** Discovered at first use, and again after a failure. */
export interface IdentityProvider {
  readonly issuer: string;
  /** @throws Problem sso-unavailable */
  discover(): Promise<Configuration>;
}

/** Composed when it is sent, from its kind and data. */
export interface NewMail {
  readonly kind: string;
  /** Mails are unique by reason: each is added and sent once. */
  readonly reason: string;
  readonly accountId: number;
  readonly companyId: number | null;
  /** JSON without secrets: tokens of links are created when the mail is sent. */
  readonly data: object;
}

/** Enqueues mails within the transaction. Returns how many are new. */
export type PostMails = (tx: Transaction, mails: readonly NewMail[]) => Promise<number>;

/** Requests of the service to itself, in process, on behalf of an account. */
export interface OwnRequests {
  /** Undefined for connections from outside. */
  senderOf(connection: Duplex): Sender | undefined;
  /** The connection ends with the answer, or when the signal is aborted. @throws its reason if it is already */
  send(sender: Sender, request: OwnRequest, signal: AbortSignal): Promise<IncomingMessage>;
}

export interface Sender {
  readonly accountId: number;
  readonly companyId: number;
  /** Completed while the report is answered. */
  readonly facts: ReportFacts;
}

export interface OwnRequest {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly body?: object | undefined;
}

/** What the file of a report does not say of it. */
export interface ReportFacts {
  title: string;
  filters: readonly (readonly [label: string, value: string])[];
  rows: number;
}

export function contextOf(request: Request): Context {
  return request.app.locals.context as Context;
}
