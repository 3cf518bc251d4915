import { addressKey, type Limiter, Problem, setLogCaller } from '@platform/http';
import type { Request } from 'express';
import { type CredentialSources, readSentCredential, type SentCredential } from './sent-credential';

/** How a service authenticates: what is its own of the checks that both services make. */
export interface Authentication<Known, Caller> {
  readonly sources: CredentialSources;
  readonly failures: Limiter;
  /** Whose the credential is; asked on every request, so that revoking works at once. @throws Problem */
  recognize(sent: SentCredential): Promise<Known>;
  /** What the log may say of the credential: a prefix, a name. */
  describe(known: Known): string;
  /** The bucket that the call counts in; null for callers without a limit. */
  bucket(known: Known): { readonly limiter: Limiter; readonly key: string } | null;
  /**
   * What the caller may do.
   * @throws Problem where the operation needs more rights, or another organization
   */
  authorize(known: Known): Caller;
  /** Records a refusal of a caller who is known. */
  onRefusal?(known: Known, refusal: Problem): Promise<void>;
}

/**
 * Authenticates a request. A credential that is not recognized counts as a failed authentication of its
 * address, and past the limit gets 429; one that is recognized always passes, and a call without any is 401.
 * @throws Problem those of the service, and rate-limited
 */
export async function authenticate<Known, Caller>(
  request: Request,
  authentication: Authentication<Known, Caller>,
): Promise<Caller> {
  const { sources, failures } = authentication;
  const response = request.res!;
  const sent = readSentCredential(request, sources);
  const known = await authentication.recognize(sent).catch(async (refusal: unknown) => {
    if (refusal instanceof Problem && sent.kind !== 'nothing') {
      await failures.consume(addressKey(request.ip));
    }
    throw refusal;
  });
  setLogCaller(response, { credential: authentication.describe(known) });
  try {
    const bucket = authentication.bucket(known);
    await bucket?.limiter.consume(bucket.key, response);
    return authentication.authorize(known);
  } catch (refusal) {
    if (refusal instanceof Problem) await authentication.onRefusal?.(known, refusal);
    throw refusal;
  }
}
