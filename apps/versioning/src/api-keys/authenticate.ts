import { bearerToken, readSecret } from '@platform/auth';
import { addressKey, Problem, setLogCaller } from '@platform/http';
import type { Request } from 'express';
import type { Context } from '../context';
import { findBootstrapKey } from './bootstrap-keys';
import type { KeyPrincipal } from './key-principal';

/**
 * The key that a request carries, looked up anew, within the limits of its address and of itself.
 * @throws Problem key-missing, key-unrecognized, key-expired, rate-limited
 */
export async function authenticate(context: Context, request: Request): Promise<KeyPrincipal> {
  const address = addressKey(request.ip);
  // Looked at before the key is looked up, counted after: so many calls may arrive at once with a right
  // key, and no more than the limit ever learn that theirs is wrong.
  await context.limits.failedAuthentication.refuseIfSpent(address);
  const principal = await recognize(context, request).catch(async (refusal: unknown) => {
    if (refusal instanceof Problem) await context.limits.failedAuthentication.consume(address);
    throw refusal;
  });
  if (request.res) {
    setLogCaller(request.res, { credential: principal.credential });
    await context.limits.calls.consume(principal.hash.toString('base64url'), request.res);
  }
  return principal;
}

async function recognize(context: Context, request: Request): Promise<KeyPrincipal> {
  const sent = bearerToken(request.headers.authorization);
  if (sent === null) {
    throw refusal('key-missing', 'Send an API key in the header Authorization: Bearer <API_KEY>.');
  }
  const bootstrapKey = findBootstrapKey(context.bootstrapKeys, sent);
  if (bootstrapKey) return bootstrapKey;
  const secret = readSecret('vrk', context.config.environment, sent);
  const key = secret && (await context.keys.submit(secret.hash));
  if (!key) {
    throw refusal(
      'key-unrecognized',
      'The API key is not known here: it was mistyped, revoked, or issued for another environment.',
    );
  }
  if (key.isExpired) {
    throw refusal('key-expired', `The API key ${key.credential}… has expired. Ask for a new one.`);
  }
  return key;
}

function refusal(code: string, detail: string): Problem {
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
