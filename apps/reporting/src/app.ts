import { isDatabaseUnavailable, isStatementTimeout } from '@platform/db';
import { createServiceApp } from '@platform/http';
import cookieParser from 'cookie-parser';
import type { Express } from 'express';
import openApi from '../openapi.json';
import { crossOrigin } from './access/cross-origin';
import { erasedMeanwhile } from './access/erased-meanwhile';
import { sessionCookieName } from './access/sign-in/cookies';
import type { Config } from './config';
import { serveConsole } from './console';
import type { Context } from './context';
import { RegisterRoutes } from './generated/routes';
import { operatorModules } from './operator-modules/operator-modules';
import { problems } from './problems';

/** Does not listen. */
export function createApp(context: Context): Express {
  const { config, log, metrics } = context;
  const document = documentOf(config);
  return createServiceApp({
    ...config,
    title: 'Reporting',
    context,
    document,
    catalog: problems,
    style: 'rfc9457',
    isDatabaseUnavailable,
    isStatementTimeout,
    log,
    metrics,
    healthRoute: '/diagnostic/health',
    before: [
      ...(config.console === 'on' ? [serveConsole()] : []),
      cookieParser(),
      crossOrigin(config, document),
    ],
    registerRoutes(app) {
      RegisterRoutes(app);
      app.use(operatorModules());
      app.use(erasedMeanwhile);
    },
  });
}

/** The document, with the session cookie as this deployment names it. */
function documentOf(config: Config) {
  const { components } = openApi;
  const { Session, ...others } = components.securitySchemes;
  const securitySchemes = { ...others, Session: { ...Session, name: sessionCookieName(config) } };
  return { ...openApi, components: { ...components, securitySchemes } };
}
