import type { RequestHandler } from 'express';
import { contextOf } from '../main/context';
import { problemOf } from './problems';

const PATHS = /^\/(notification|sync)(\/|$)|^\/(support\/issues|reporting\/video-statistics)\/?$/;

/** Platform modules outside this service: 501 for operators, 403 for others. Documented in documentation.mjs. */
export function operatorModules(): RequestHandler {
  return async (request, _response, next) => {
    if (!PATHS.test(request.path)) {
      next();
      return;
    }
    await contextOf(request).authenticate(request, new Set(['operator']));
    throw problemOf('not-implemented');
  };
}
