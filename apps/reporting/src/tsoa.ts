import { requireClient } from '@platform/http';
import type { Request } from 'express';
import { authenticate } from './access/authentication/authenticate';
import type { AccessRequirement, Caller } from './access/authentication/requirements';
import { contextOf } from './context';

export { iocContainer } from '@platform/http';

/** tsoa's authentication hook; the result becomes `request.user`. */
export async function expressAuthentication(
  request: Request,
  _securityName: string,
  requirements: string[] = [],
): Promise<Caller> {
  const required = new Set(requirements as AccessRequirement[]);
  const caller = await authenticate(contextOf(request), request, required);
  // The log has this request already, without its caller.
  requireClient(request.res!);
  return caller;
}
