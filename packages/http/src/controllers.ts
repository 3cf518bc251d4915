import type { IocContainerFactory } from '@tsoa/runtime';
import type { Request } from 'express';

type ControllerClass<Controller> = new (context: unknown, request: Request) => Controller;

/** tsoa's container: a controller per request, over the context of the app that serves it. */
export const iocContainer: IocContainerFactory<Request> = request => ({
  get: <Controller>(controller: unknown) =>
    new (controller as ControllerClass<Controller>)(request.app.locals.context, request),
});
