import { authenticate as authenticateRequest, type SentCredential } from '@platform/auth';
import { findSecret, hashSecret, readSecret } from '@platform/auth/secret';
import { type Database, query, readStatement } from '@platform/db';
import { type Limiter, Problem } from '@platform/http';
import type { Request } from 'express';
import { GroupCommit } from '../group-commit';
import { isSlug, type KeyPrincipal, SCOPES, type Scope } from './key-access';

/** What authentication needs of a service. */
export interface KeyAuthentication {
  readonly config: { readonly environment: string };
  readonly bootstrapKeys: readonly KeyPrincipal[];
  readonly keyFinder: KeyFinder;
  readonly limits: { readonly calls: Limiter; readonly failedAuthentication: Limiter };
}

/**
 * The key of a request, within the limits of its address and of itself; `authorize` checks what the call
 * requires.
 * @throws Problem key-missing, key-unrecognized, key-expired, rate-limited, and those of `authorize`
 */
export function authenticate(
  context: KeyAuthentication,
  request: Request,
  authorize: (key: KeyPrincipal) => void,
): Promise<KeyPrincipal> {
  const { calls, failedAuthentication } = context.limits;
  return authenticateRequest(request, {
    sources: {},
    failures: failedAuthentication,
    recognize: sent => recognize(context, sent),
    describe: ({ credential }) => credential,
    bucket: ({ hash }) => ({ limiter: calls, key: hash.toString('base64url') }),
    authorize(key) {
      authorize(key);
      return key;
    },
  });
}

async function recognize(context: KeyAuthentication, sent: SentCredential): Promise<KeyPrincipal> {
  if (sent.kind === 'nothing') {
    throw unauthorized(
      'key-missing',
      'Send an API key in the header Authorization: Bearer <API_KEY>.',
    );
  }
  if (sent.kind !== 'secret') {
    throw unauthorized('key-unrecognized', 'Two different API keys were sent. Send one.');
  }
  const { value } = sent;
  const bootstrapKey = findSecret(context.bootstrapKeys, value);
  if (bootstrapKey) return bootstrapKey;
  const secret = readSecret('vrk', context.config.environment, value);
  const key = secret && (await context.keyFinder.submit(secret.hash));
  if (!key) {
    throw unauthorized(
      'key-unrecognized',
      /^bearer\s/i.test(value)
        ? 'Bearer was sent twice. In Authorize, paste the key alone.'
        : 'The API key is not known here: it was mistyped, revoked, or issued for another environment.',
    );
  }
  if (key.isExpired) {
    throw unauthorized(
      'key-expired',
      `The API key ${key.credential}… has expired. Ask for a new one.`,
    );
  }
  return key;
}

function unauthorized(code: string, detail: string): Problem {
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** The keys of VERSIONING_API_KEYS: all scopes, every slug, recorded as `bootstrap-1`, `bootstrap-2`, … */
export function bootstrapKeys(keys: readonly string[]): readonly KeyPrincipal[] {
  return keys.map((key, index) => ({
    name: `bootstrap-${index + 1}`,
    credential: `bootstrap-${index + 1}`,
    hash: hashSecret(key),
    scopes: SCOPES,
    slugPattern: null,
  }));
}

/** A slug as it may be logged: what is no slug, or is a key, may have been pasted in its place. */
export function loggedSlug(keys: readonly KeyPrincipal[]): (slug: string) => string {
  return slug => {
    const isKey = /^vrk_/i.test(slug) || findSecret(keys, slug) !== undefined;
    return isSlug(slug) && !isKey ? slug : '[not logged]';
  };
}

/** A stored key. Expired ones are found as well, so that the answer can say so. */
export interface FoundKey extends KeyPrincipal {
  readonly isExpired: boolean;
}

interface KeyRow {
  hash: Buffer;
  name: string;
  prefix: string;
  scopes: Scope[];
  slugPattern: string | null;
  isExpired: boolean;
}

const findStatement = readStatement<KeyRow>(__dirname, 'find-key.sql');

/** Finds a key by its hash. */
export type KeyFinder = GroupCommit<Buffer, FoundKey | null>;

/**
 * Every request asks the database, so that revoking works at once; requests that arrive together share a
 * statement.
 */
export function createKeyFinder(db: Database): KeyFinder {
  return new GroupCommit(async hashes => {
    const rows = await query(db, findStatement, { hashes });
    const found = new Map(rows.map(row => [row.hash.toString('hex'), toPrincipal(row)]));
    return hashes.map(hash => ({ result: found.get(hash.toString('hex')) ?? null }));
  });
}

function toPrincipal({ prefix, ...key }: KeyRow): FoundKey {
  return { ...key, credential: prefix };
}
