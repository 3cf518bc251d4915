import { addressKey } from '@platform/http';
import type { RequestHandler } from 'express';
import { contextOf } from '../../context';

/**
 * Refuses an address that has no sign-in left, before it is sent to the provider for nothing; `finishSso`
 * counts. Pages are not judged by their origin here: the provider's redirect comes from a foreign one, and
 * the state in the cookie shows whether it was asked for.
 * @throws Problem rate-limited
 */
export const guardSso: RequestHandler = async (request, response, next) => {
  response.set('Cache-Control', 'no-store');
  await contextOf(request).limits.signInOfAddress.refuseIfSpent(addressKey(request.ip));
  next();
};
