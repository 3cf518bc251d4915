import { addressKey } from '@platform/http';
import type { NextFunction, Request, Response } from 'express';
import { contextOf } from '../../context';
import { refuseForeignOrigin } from '../authentication/origin';

/**
 * Before a sign-in is even read: so many of an address, and none from a foreign page.
 * @throws Problem rate-limited, origin-not-allowed
 */
export async function guardSignIn(request: Request, response: Response, next: NextFunction) {
  const { config, limits } = contextOf(request);
  response.set('Cache-Control', 'no-store');
  await limits.signInOfAddress.consume(addressKey(request.ip), response);
  refuseForeignOrigin(config, request);
  next();
}
