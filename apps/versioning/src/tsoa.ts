import { addLogFields, requireClient } from '@platform/http';
import type { Request } from 'express';
import { authenticate } from './api-keys/authenticate';
import { requireScope, requireSlugAccess } from './api-keys/key-access';
import { contextOf, type KeyPrincipal, type Scope } from './context';

export { iocContainer } from '@platform/http';

/** tsoa's authentication hook; the result becomes `request.user`. */
export async function expressAuthentication(
  request: Request,
  _securityName: string,
  scopes: string[] = [],
): Promise<KeyPrincipal> {
  const principal = await authenticate(contextOf(request), request, key => {
    for (const scope of scopes) requireScope(key, scope as Scope);
    const { slug } = request.params;
    if (typeof slug !== 'string') return;
    addLogFields(request.res!, { slug });
    requireSlugAccess(key, slug);
  });
  // The log has this request already, without its key and package.
  requireClient(request.res!);
  return principal;
}
