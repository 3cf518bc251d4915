import type { Request } from 'express';
import { authenticate } from '../authentication/authenticate';
import type { Caller } from '../authentication/caller';
import type { Requirement } from '../authentication/requirements';
import { contextOf } from '../context';

/** tsoa's hook: who calls, for which organization, and may they? What it resolves with is `request.user`. */
export function expressAuthentication(
  request: Request,
  _securityName: string,
  requirements: string[] = [],
): Promise<Caller> {
  return authenticate(contextOf(request), request, new Set(requirements as Requirement[]));
}
