import { requireClient } from '@platform/http';
import type { Request } from 'express';
import { authenticate } from '../api-keys/authenticate';
import type { KeyPrincipal, Scope } from '../http/principal';
import { contextOf } from './context';

export { iocContainer } from '@platform/http';

/** tsoa's authentication hook; the result becomes `request.user`. */
export async function expressAuthentication(
  request: Request,
  _securityName: string,
  scopes: string[] = [],
): Promise<KeyPrincipal> {
  const principal = await authenticate(contextOf(request), request, scopes as Scope[]);
  // The log already has this request, without its key and package.
  requireClient(request.res!);
  return principal;
}
