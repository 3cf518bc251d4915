import { documentedQuery, formInput, jsonInput } from '@platform/http';
import type { Request } from 'express';
import type { Principal } from './principal';

const MAX_PARAMETERS = 1_100;

/**
 * Runs after authentication. Accepts only documented query parameters and a JSON body of at most 16 KiB
 * (docs/contract/reporting.md, "Errors").
 */
export const documentedInput = inputOf({ limit: 16 * 1024 });

/** For lists of thousands of IDs. */
export const largeInput = inputOf({ limit: 1024 * 1024 });

/** For forms instead of JSON. */
export const documentedForm = formInput({ maxParameters: 10, limit: 16 * 1024, callerOf });

/** For operations that read their body themselves. */
export const documentedParameters = documentedQuery({ maxParameters: MAX_PARAMETERS });

function inputOf({ limit }: { limit: number }) {
  return jsonInput({
    maxParameters: MAX_PARAMETERS,
    limit,
    callerOf,
    maxElements: 20_000,
    unsupported: 'invalid-request',
    undocumented: 'refuse',
  });
}

/** For sign-ins, resets and unsubscriptions, which are a few bytes. */
const ANONYMOUS = { deadline: 5_000 };

function callerOf(request: Request): string | null | typeof ANONYMOUS {
  const { user } = request as Request & { user?: { principal: Principal } };
  if (user === undefined) return ANONYMOUS;
  const { principal } = user;
  if (principal.kind === 'service') return `service account ${principal.id}`;
  return principal.kind === 'person' ? `account ${principal.account.id}` : null;
}
