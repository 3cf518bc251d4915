import {
  countFailures,
  isToken,
  readSentCredential,
  type SentCredential,
  schemeFault,
  unauthorized,
} from '@platform/auth';
import { findSecret, hashSecret, readSecret } from '@platform/auth/secret';
import { type Database, GroupCommit, query, readStatements } from '@platform/db';
import { addLogFields, Problem, requireClient } from '@platform/http';
import type { ErrorRequestHandler, Request } from 'express';
import type { BootstrapKey, FoundKey, KeyPrincipal, KeyScope } from '../http/principal';
import type { Context } from '../main/context';
import { FULL_ACCESS, isSlug, requireScope, requireSlugAccess } from './key-access';

/**
 * tsoa's authentication hook, whose result becomes `request.user`: authenticates within the rate limits of address and
 * principal, and checks access to the scopes and the slug in the path.
 * @throws Problem key-missing, key-unrecognized, key-expired, key-scope, rate-limited, and those of a token
 */
export async function expressAuthentication(
  request: Request,
  _securityName: string,
  scopes: string[] = [],
): Promise<KeyPrincipal> {
  const context = request.app.locals.context as Context;
  const { calls, failedAuthentication } = context.limits;
  const response = request.res!;
  const sent = readSentCredential(request);
  const recognizing = recognize(context, sent);
  const key = await countFailures(failedAuthentication, request, sent, recognizing);
  // tsoa sets it later, but `recordRefusals` needs it if this function throws.
  Object.assign(request, { user: key });
  addLogFields(response, { credential: key.credential });
  await calls.consume(key.owner.toString('base64url'), response);
  for (const scope of scopes as KeyScope[]) requireScope(key, scope);
  const { slug } = request.params;
  if (typeof slug === 'string') {
    addLogFields(response, { slug });
    requireSlugAccess(key, slug);
  }
  // The log already has the request of a client that has disconnected, without its key and package.
  requireClient(response);
  return key;
}

async function recognize(context: Context, sent: SentCredential): Promise<KeyPrincipal> {
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
  if (isToken(value)) return context.tokens.verify(value);
  const secret = readSecret('vrk', context.config.environment, value);
  const key = secret && (await context.keyFinder.submit(secret.hash));
  if (!key) {
    throw unauthorized(
      'key-unrecognized',
      schemeFault(sent) ??
        'The API key is not known here: it was mistyped, revoked, or issued for another environment.',
    );
  }
  if (key.isExpired) {
    const refusal = unauthorized(
      'key-expired',
      `The API key ${key.credential}… has expired. Ask for a new one.`,
    );
    await recordRefusal(context, key, refusal.detail);
    throw refusal;
  }
  return key;
}

/** The keys in VERSIONING_API_KEYS: all scopes, every slug, named `bootstrap-1`, `bootstrap-2`, … */
export function bootstrapKeys(keys: readonly string[]): readonly BootstrapKey[] {
  return keys.map((key, index) => {
    const name = `bootstrap-${index + 1}`;
    const hash = hashSecret(key);
    return { ...FULL_ACCESS, id: null, name, credential: name, hash, owner: hash };
  });
}

/** Redacts a key or secret of either service that was sent as a slug by mistake. */
export function loggedSlug(keys: readonly BootstrapKey[]): (slug: string) => string {
  return slug => {
    const isKey = /v[rs]k_/i.test(slug) || findSecret(keys, slug) !== undefined;
    return isSlug(slug) && !isKey ? slug : '[not logged]';
  };
}

const sql = readStatements(__dirname, 'keys.sql');

const findStatement = sql<FoundKey & { readonly hash: Buffer }>('find-key');

/** Not cached, so that revocations take effect immediately; concurrent requests share a statement. */
export function createKeyFinder(db: Database) {
  return new GroupCommit<Buffer, FoundKey | null>(async hashes => {
    const rows = await query(db, findStatement, { hashes });
    const found = new Map(rows.map(({ hash, ...key }) => [hash.toString('hex'), key]));
    return hashes.map(hash => found.get(hash.toString('hex')) ?? null);
  });
}

const recordStatement = sql('record-refusal');

/** Records at most one event per minute and reason. Logs a failure instead of throwing. */
export async function recordRefusal(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { id, name, credential }: Pick<KeyPrincipal, 'id' | 'name' | 'credential'>,
  reason: string,
): Promise<void> {
  log.info({ key: name, credential, reason }, 'key refused');
  try {
    await query(db, recordStatement, { id, name, reason });
  } catch (error) {
    log.warn({ err: error }, 'the refusal of a key was not recorded');
  }
}

/** Records requests that are refused because their key lacks access. */
export function recordRefusals(context: Context): ErrorRequestHandler {
  return async (error: unknown, request, _response, next) => {
    const { user: key } = request as { user?: KeyPrincipal };
    if (key && error instanceof Problem && error.code === 'key-scope') {
      await recordRefusal(context, key, error.detail);
    }
    next(error);
  };
}
