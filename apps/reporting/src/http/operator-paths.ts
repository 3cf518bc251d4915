import type { RequestHandler, Router } from 'express';

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
