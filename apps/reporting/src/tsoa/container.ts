import type { IocContainerFactory } from '@tsoa/runtime';
import type { Request } from 'express';
import { type Context, contextOf } from '../context';

type ControllerClass<Controller> = new (context: Context, request: Request) => Controller;

/** A controller per request, over the context of the app that serves it: no registry, no singletons. */
export const iocContainer: IocContainerFactory<Request> = request => ({
  get: <Controller>(controller: { prototype: Controller }) =>
    new (controller as unknown as ControllerClass<Controller>)(contextOf(request), request),
});
