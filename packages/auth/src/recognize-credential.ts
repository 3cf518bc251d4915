import { addressKey, Problem } from '@platform/http';
import type { Request } from 'express';
import { type CredentialSources, readSentCredential, type SentCredential } from './credential';
import type { Limiter } from './limiter';

export interface CredentialCheck {
  readonly sources: CredentialSources;
  readonly failures: Limiter;
  /** Whether a refusal counts; every one by default. */
  readonly isFailure?: (refusal: Problem) => boolean;
}

/** Failures past the limit of an address get 429; no credential is none. @throws Problem of `recognize`, rate-limited */
export async function recognizeCredential<Known>(
  request: Request,
  { sources, failures, isFailure = () => true }: CredentialCheck,
  recognize: (sent: SentCredential) => Promise<Known>,
): Promise<Known> {
  const sent = readSentCredential(request, sources);
  try {
    return await recognize(sent);
  } catch (refusal) {
    if (refusal instanceof Problem && sent.kind !== 'nothing' && isFailure(refusal)) {
      await failures.consume(addressKey(request.ip));
    }
    throw refusal;
  }
}
