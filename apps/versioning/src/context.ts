import type { Limiter } from '@platform/auth';
import type { Database, HealthReport } from '@platform/db';
import type { Log, Metrics, Slots } from '@platform/http';
import type { ServiceConfig } from '@platform/service';
import type { Request } from 'express';

/**
 * What features use of the running service; `compose.ts` builds it. What it keeps in memory between requests
 * makes them faster, and may be lost.
 */
export interface Context {
  readonly config: ServiceConfig & NamedIssuers;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly db: Database;
  readonly lists: Lists;
  readonly bootstrapKeys: readonly BootstrapKey[];
  readonly keyFinder: { submit(hash: Buffer): Promise<FoundKey | null> };
  readonly tokens: {
    /** @throws Problem token-expired, token-unrecognized, issuer-unavailable */
    verify(token: string): Promise<KeyPrincipal>;
  };
  readonly limits: { readonly calls: Limiter; readonly failedAuthentication: Limiter };
  readonly increments: {
    /** @throws Problem version-overflow, package-not-found, line-not-found, idempotency-mismatch */
    submit(increment: Increment): Promise<StoredResponse>;
  };
  /** For every change of a package but increments; the caller of a claim is its slug. */
  readonly changeQueue: Slots;
  readonly requestsInFlight: {
    /** Does `work` with the key taken. @throws Problem idempotency-in-progress, idempotency-mismatch */
    hold<Result>(request: IdempotencyRequest, work: () => Promise<Result>): Promise<Result>;
  };
  health(): Promise<HealthReport & { readonly isDraining: boolean }>;
}

/** The entries of TRUSTED_ISSUERS, as far as names of keys are compared with them. */
export interface NamedIssuers {
  readonly trustedIssuers: readonly { readonly name: string }[];
}

/** What lists stream by: a client that reads slowly holds a connection, and must not delay increments. */
export interface Lists {
  /** A pool of its own, of LISTS_AT_ONCE connections. */
  readonly db: Database;
  readonly slots: Slots;
}

/** What a key may do; `keys` is issuing and revoking others. */
export type Scope = 'read' | 'write' | 'delete' | 'keys';

export interface Access {
  readonly scopes: readonly Scope[];
  /** Slugs, or prefixes ending in `*`; null allows every slug. */
  readonly slugPatterns: readonly string[] | null;
  /** Null where it does not expire. */
  readonly expiresAt: Date | null;
}

/** Who makes a request, by whatever credential it sent. */
export interface KeyPrincipal extends Access {
  /** The key's row; null for bootstrap keys and for tokens of pipelines. */
  readonly id: number | null;
  /** The name that the history and the log record. */
  readonly name: string;
  /** The part of the credential that the log may show. */
  readonly credential: string;
  /** SHA-256 of what stays the same when the secret is rotated: idempotency keys and limits are stored under it. */
  readonly owner: Buffer;
}

export interface BootstrapKey extends KeyPrincipal {
  readonly hash: Buffer;
}

/** A stored key. Expired ones are found as well, so that the answer can say so. */
export interface FoundKey extends KeyPrincipal {
  readonly isExpired: boolean;
}

export type Component = 'Major' | 'Minor' | 'Patch';

/** The releases of a major version, or of one minor of it. */
export interface Line {
  readonly major: number;
  readonly minor: number | null;
}

/** What an increment requests. */
export interface WantedVersion {
  readonly slug: string;
  readonly component: Component;
  /** Counts from the highest release of this line; null counts from the current version. */
  readonly line: Line | null;
  /** Makes a pre-release with this label; null makes a release. */
  readonly label: string | null;
}

export interface Increment extends WantedVersion {
  readonly keyName: string;
  readonly buildUrl: string | null;
  readonly commit: string | null;
  readonly idempotency: IdempotencyRequest | null;
}

export interface IdempotencyRequest {
  /** Of the caller: two callers may use the same idempotency key. */
  readonly owner: Buffer;
  readonly key: string;
  /** SHA-256 of method, path, body and, where they are sent, line and pre: a key answers one request only. */
  readonly fingerprint: Buffer;
  /** The Build-Commit, in lower case: a key answers requests of one commit, and those that name none. */
  readonly commit: string | null;
}

/** A response whose bytes are known before it is sent, so that it can be stored and replayed. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** It is the response of an earlier request under the same Idempotency-Key. */
  readonly isReplay?: boolean;
}

/** The context of the app that serves a request; `createApp` put it there. */
export function contextOf(request: Request): Context {
  return request.app.locals.context as Context;
}
