import { isDatabaseUnavailable, isStatementTimeout } from '@platform/db';
import { createServiceApp, redirectBelow } from '@platform/http';
import type { Express, RequestHandler } from 'express';
import document from '../../openapi.json';
import { RegisterRoutes } from '../generated/routes';
import { problems } from '../http/problems';
import type { Context } from './context';

export function createApp(context: Context): Express {
  const { config, log, metrics } = context;
  return createServiceApp({
    ...config,
    title: 'Versioning',
    context,
    document,
    catalog: problems,
    style: 'pascal',
    isDatabaseUnavailable,
    isStatementTimeout,
    log,
    metrics,
    healthRoute: '/api/health',
    before: [redirectBrowsers],
    registerRoutes: RegisterRoutes,
  });
}

/** From the root to the documentation. */
const redirectBrowsers: RequestHandler = (request, response, next) => {
  const isBrowser = request.path === '/' && request.get('Accept')?.includes('text/html');
  if (!isBrowser || (request.method !== 'GET' && request.method !== 'HEAD')) {
    next();
    return;
  }
  response.vary('Accept');
  redirectBelow(request, response, 'swagger/');
};
