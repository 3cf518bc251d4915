import { violatedForeignKey } from '@platform/db';
import { operationOf } from '@platform/http';
import type { ErrorRequestHandler, Request } from 'express';
import type { Caller } from '../http/caller';
import { problemOf } from '../http/problems';
import { refusals } from '../http/refusals';

/**
 * Handles requests whose account was erased while they ran, so that the audit event violates a foreign key: 404 for the
 * account in the path, 401 for the caller.
 */
export const erasedMeanwhile: ErrorRequestHandler = (error: unknown, request, _response, next) => {
  const key = violatedForeignKey(error);
  const isAccountErased = key?.endsWith('account_id_fkey') === true;
  next(isAccountErased ? refusalOf(request, key.includes('actor_account')) : error);
};

function refusalOf(request: Request, isActor: boolean) {
  const hasAccountInPath = operationOf(request)?.route.includes('{accountId}') === true;
  if (hasAccountInPath && !isActor) return problemOf('unknown-account');
  const { user } = request as Request & { user?: Caller };
  const isSession = user?.principal.kind === 'person' && user.principal.credential === 'session';
  return isSession ? refusals.sessionInvalid() : refusals.notRecognized();
}
