import path from 'node:path';
import { isDatabaseUnavailable } from '@platform/db';
import { createServiceApp, readDocument } from '@platform/http';
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
  return createServiceApp({
    ...config,
    title: 'Reporting',
    context,
    document: readDocument(path.join(__dirname, '..')),
    catalog: problems,
    style: 'rfc9457',
    isDatabaseUnavailable,
    log,
    metrics,
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
}
