import type { IocContainerFactory } from '@tsoa/runtime';
import type { Request } from 'express';
import { type Context, contextOf } from '../context';

type ControllerClass = new (context: Context, request: Request) => object;

/** A controller per request, over the context of the app that serves it: no registry, no singletons. */
export const iocContainer: IocContainerFactory<Request> = request => ({
  get: (controller: unknown) =>
    new (controller as ControllerClass)(contextOf(request), request) as never,
});
