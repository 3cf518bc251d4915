import type { RequestHandler, Router } from 'express';
import { contextOf } from '../main/context';
import { problemOf } from './problems';

/** Operators' paths that record keepers can use below `/records/`. Documented in documentation.mjs. */
const SHARED = /^\/sync\/(?=(imports|export|template)(\/|$))/;
export const RECORDS = '/records/';

type Register = (path: string, ...handlers: RequestHandler[]) => unknown;

/** Registers these operations at both paths with the same handlers. */
export function underBothPaths(app: Router): Router {
  const both =
    (method: 'get' | 'post' | 'delete'): Register =>
    (path, ...handlers) => {
      app[method](path, ...handlers);
      if (SHARED.test(path)) app[method](path.replace(SHARED, RECORDS), ...handlers);
    };
  const methods = { get: both('get'), post: both('post'), delete: both('delete') };
  return Object.assign(Object.create(app) as Router, methods);
}

const MODULES = /^\/(notification|sync)(\/|$)|^\/(support\/issues|reporting\/video-statistics)\/?$/;

/** Platform modules outside this service: 501 for operators, 403 for others. Documented in documentation.mjs. */
export function operatorModules(): RequestHandler {
  return async (request, _response, next) => {
    if (!MODULES.test(request.path)) {
      next();
      return;
    }
    await contextOf(request).authenticate(request, new Set(['operator']));
    throw problemOf('not-implemented');
  };
}
