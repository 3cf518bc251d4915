import { operationOf } from '@platform/http';
import type { Request, RequestHandler, Router } from 'express';
import type { AccessRequirement } from './caller';

/** What of the operators' module record keepers have, too, under another path. Documented in documentation.mjs. */
const KEPT = /^\/sync\/(?=(imports|export|template)(\/|$))/;
const RECORDS = '/records/';

type Register = (path: string, ...handlers: RequestHandler[]) => unknown;

/** Registers these operations under both paths, with the same handlers. */
export function underBothPaths(app: Router): Router {
  const both =
    (method: 'get' | 'post' | 'delete'): Register =>
    (path, ...handlers) => {
      app[method](path, ...handlers);
      if (KEPT.test(path)) app[method](path.replace(KEPT, RECORDS), ...handlers);
    };
  const methods = { get: both('get'), post: both('post'), delete: both('delete') };
  return Object.assign(Object.create(app) as Router, methods);
}

/** The requirements of an operation, by the path that it is called under. */
export function requirementsOf(
  request: Request,
  requirements: readonly string[],
): ReadonlySet<AccessRequirement> {
  const isOfRecords = operationOf(request)?.route.startsWith(RECORDS) === true;
  const required = requirements as readonly AccessRequirement[];
  return new Set(required.map(each => (isOfRecords && each === 'operator' ? 'records' : each)));
}
