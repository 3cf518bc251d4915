import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDatabaseUnavailable } from '@platform/db';
import { createServiceApp, externalPath, type OpenApiDocument } from '@platform/http';
import type { Express, RequestHandler } from 'express';
import type { Context } from './context';
import { RegisterRoutes } from './generated/routes';
import { problems } from './problems';

/** The service over a context; it listens to nothing. */
export function createApp(context: Context): Express {
  const { config, log, metrics } = context;
  const app = createServiceApp({
    title: 'Versioning',
    document: readDocument(),
    catalog: problems,
    style: 'pascal',
    isDatabaseUnavailable,
    log,
    metrics,
    basePath: config.basePath,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    healthRoute: '/api/health',
    before: [redirectBrowsers],
    registerRoutes: RegisterRoutes,
  });
  app.locals.context = context;
  return app;
}

/** From the root to the documentation. Relative where it can be, for a proxy that strips a prefix silently. */
const redirectBrowsers: RequestHandler = (request, response, next) => {
  const isBrowser = request.path === '/' && request.get('Accept')?.includes('text/html');
  if (!isBrowser || (request.method !== 'GET' && request.method !== 'HEAD')) {
    next();
    return;
  }
  const [path] = request.originalUrl.split('?');
  response.redirect(path?.endsWith('/') ? 'swagger/' : externalPath(request, '/swagger/'));
};

/** Generated from the controllers; it is beside `src` and beside `dist`. */
function readDocument(): OpenApiDocument {
  const file = path.join(__dirname, '..', 'openapi.json');
  return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
}
