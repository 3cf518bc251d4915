import { addLogFields, requireClient } from '@platform/http';
import type { IocContainerFactory } from '@tsoa/runtime';
import type { Request } from 'express';
import { authenticate } from './api-keys/authenticate';
import { requireScope, requireSlugAccess } from './api-keys/key-access';
import { type Context, contextOf, type KeyPrincipal, type Scope } from './context';

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

type ControllerClass<Controller> = new (context: Context, request: Request) => Controller;

/** A controller per request, over the context of the app that serves it: no registry, no singletons. */
export const iocContainer: IocContainerFactory<Request> = request => ({
  get: <Controller>(controller: unknown) =>
    new (controller as ControllerClass<Controller>)(contextOf(request), request),
});
