import { addressKey, Problem } from '@platform/http';
import type { Request } from 'express';
import { type CredentialSources, readSentCredential, type SentCredential } from './credential';
import type { Limiter } from './limiter';

export interface CredentialCheck {
  readonly sources: CredentialSources;
  readonly failures: Limiter;
  /** Whether an error counts as a failed attempt; by default, all do. */
  readonly isFailure?: (problem: Problem) => boolean;
}

/** Counts failures per address, except requests without a credential. @throws Problem from `recognize`, rate-limited */
export async function recognizeCredential<Known>(
  request: Request,
  { sources, failures, isFailure = () => true }: CredentialCheck,
  recognize: (sent: SentCredential) => Promise<Known>,
): Promise<Known> {
  const sent = readSentCredential(request, sources);
  try {
    return await recognize(sent);
  } catch (error) {
    if (error instanceof Problem && sent.kind !== 'nothing' && isFailure(error)) {
      await failures.consume(addressKey(request.ip));
    }
    throw error;
  }
}
