import { requireClient } from '@platform/http';
import type { Request } from 'express';
import { contextOf } from '../main/context';
import type { Caller } from './caller';
import { requirementsOf } from './record-keeping';

export { iocContainer } from '@platform/http';

/** tsoa's authentication hook; the result becomes `request.user`. */
export async function expressAuthentication(
  request: Request,
  _securityName: string,
  requirements: string[] = [],
): Promise<Caller> {
  const required = requirementsOf(request, requirements);
  const caller = await contextOf(request).authenticate(request, required);
  // If the client has disconnected, the request has already been logged without its caller.
  requireClient(request.res!);
  return caller;
}
