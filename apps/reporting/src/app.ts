import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDatabaseUnavailable } from '@platform/db';
import { createServiceApp, type OpenApiDocument } from '@platform/http';
import cookieParser from 'cookie-parser';
import type { Express } from 'express';
import { crossOrigin } from './access/cross-origin';
import { serveConsole } from './console';
import type { Context } from './context';
import { RegisterRoutes } from './generated/routes';
import { operatorModules } from './operator-modules/operator-modules';
import { problems } from './problems';

/** Does not listen. */
export function createApp(context: Context): Express {
  const { config, log, metrics } = context;
  const app = createServiceApp({
    title: 'Reporting',
    document: readDocument(),
    catalog: problems,
    style: 'rfc9457',
    isDatabaseUnavailable,
    log,
    metrics,
    basePath: config.basePath,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    healthRoute: '/diagnostic/health',
    before: [
      ...(config.console === 'on' ? [serveConsole()] : []),
      cookieParser(),
      crossOrigin(config),
    ],
    registerRoutes(app) {
      RegisterRoutes(app);
      app.use(operatorModules());
    },
  });
  app.locals.context = context;
  return app;
}

/** Beside `src` and beside `dist`. */
function readDocument(): OpenApiDocument {
  const file = path.join(__dirname, '..', 'openapi.json');
  return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
}
