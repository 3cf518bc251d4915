import { requireClient } from '@platform/http';
import type { IocContainerFactory } from '@tsoa/runtime';
import type { Request } from 'express';
import { authenticate } from './access/authentication/authenticate';
import type { Caller, Requirement } from './access/authentication/requirements';
import { type Context, contextOf } from './context';

/** tsoa's authentication hook; the result becomes `request.user`. */
export async function expressAuthentication(
  request: Request,
  _securityName: string,
  requirements: string[] = [],
): Promise<Caller> {
  const required = new Set(requirements as Requirement[]);
  const caller = await authenticate(contextOf(request), request, required);
  // The log has this request already, without its caller.
  requireClient(request.res!);
  return caller;
}

type ControllerClass<Controller> = new (context: Context, request: Request) => Controller;

/** A controller per request, over the context of the app that serves it: no registry, no singletons. */
export const iocContainer: IocContainerFactory<Request> = request => ({
  get<Controller>(controller: unknown) {
    const context = contextOf(request);
    return new (controller as ControllerClass<Controller>)(context, request);
  },
});
