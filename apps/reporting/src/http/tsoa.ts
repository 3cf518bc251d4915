import { operationOf, requireClient } from '@platform/http';
import type { Request } from 'express';
import { contextOf } from '../main/context';
import type { AccessRequirement, Caller } from './caller';
import { RECORDS } from './operator-paths';

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

/** Record keepers need less than operators do, on their own paths. */
function requirementsOf(
  request: Request,
  requirements: readonly string[],
): ReadonlySet<AccessRequirement> {
  const isRecordKeeping = operationOf(request)?.route.startsWith(RECORDS) === true;
  const required = requirements as readonly AccessRequirement[];
  return new Set(required.map(each => (isRecordKeeping && each === 'operator' ? 'records' : each)));
}
