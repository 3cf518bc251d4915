import type { IocContainerFactory } from '@tsoa/runtime';
import type { Request } from 'express';
import { recordReading } from '../audit/record-reading';
import type { Caller } from '../authentication/caller';
import { type Context, contextOf } from '../context';

type ControllerClass<Controller> = new (context: Context, request: Request) => Controller;

/**
 * A controller per request, over the context of the app that serves it: no registry, no singletons. It is
 * asked for when the request is authenticated and valid, which is when its reading is recorded.
 */
export const iocContainer: IocContainerFactory<Request & { user?: Caller }> = request => ({
  async get<Controller>(controller: unknown) {
    const context = contextOf(request);
    if (request.user) await recordReading(context, request, request.user);
    return new (controller as ControllerClass<Controller>)(context, request);
  },
});
