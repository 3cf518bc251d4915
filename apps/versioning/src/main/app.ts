import { isDatabaseUnavailable, isStatementTimeout } from '@platform/db';
import { createServiceApp, redirectBelow } from '@platform/http';
import type { Express, RequestHandler } from 'express';
import document from '../../openapi.json';
import { recordRefusals } from '../api-keys/authenticate';
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
    registerRoutes(app) {
      app.get('/', redirectBrowsers);
      RegisterRoutes(app);
      app.use(recordRefusals(context));
    },
  });
}

const redirectBrowsers: RequestHandler = (request, response, next) => {
  response.vary('Accept');
  if (request.get('Accept')?.includes('text/html')) redirectBelow(request, response, 'swagger/');
  else next();
};
