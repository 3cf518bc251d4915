import { violatedForeignKey } from '@platform/db';
import { operationOf } from '@platform/http';
import type { ErrorRequestHandler, Request } from 'express';
import type { Caller } from '../http/caller';
import { refusals } from '../http/refusals';
import { unknownAccount } from '../identity/accounts/accounts';

/**
 * Answers a request whose account was erased while it ran: its event would refer to an account that is gone. That is
 * the account of the path (404) or the caller (401).
 */
export const erasedMeanwhile: ErrorRequestHandler = (error: unknown, request, _response, next) => {
  const key = violatedForeignKey(error);
  const isOfAccount = key?.endsWith('account_id_fkey') === true;
  next(isOfAccount ? refusalOf(request, key.includes('actor_account')) : error);
};

function refusalOf(request: Request, isOfActor: boolean) {
  const isOfPath = operationOf(request)?.route.includes('{accountId}') === true;
  if (isOfPath && !isOfActor) return unknownAccount();
  const { user } = request as Request & { user?: Caller };
  const isSession = user?.principal.kind === 'person' && user.principal.credential === 'session';
  return isSession ? refusals.sessionInvalid() : refusals.notRecognized();
}
