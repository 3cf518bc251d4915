import { addressKey } from '@platform/http';
import type { RequestHandler } from 'express';
import { contextOf } from '../../context';
import { refuseForeignOrigin } from '../authentication/origin';

/**
 * Before a sign-in is even read: none from a foreign page, which is not counted, and so many of an address.
 * @throws Problem origin-not-allowed, rate-limited
 */
export const guardSignIn: RequestHandler = async (request, response, next) => {
  const { config, limits } = contextOf(request);
  response.set('Cache-Control', 'no-store');
  refuseForeignOrigin(config, request);
  await limits.signInOfAddress.consume(addressKey(request.ip), response);
  next();
};
