import { isDatabaseUnavailable, isStatementTimeout } from '@platform/db';
import { createServiceApp } from '@platform/http';
import cookieParser from 'cookie-parser';
import type { Express, RequestHandler } from 'express';
import openApi from '../../openapi.json';
import { RegisterRoutes } from '../generated/routes';
import { serveConsole } from '../http/console';
import { crossOrigin } from '../http/cross-origin';
import { underBothPaths } from '../http/operator-paths';
import { problemOf, problems } from '../http/problems';
import { sessionCookieName } from '../http/session-cookie';
import { authenticate } from '../identity/authentication/authenticate';
import { signOnRefusalPage } from '../identity/single-sign-on/refusal-page';
import { erasedMeanwhile } from '../privacy/erased-meanwhile';
import type { Config } from './config';
import type { Context } from './context';

/** Reports and lists, none of which has a secret or a link that signs on. */
const COMPRESSED = new RegExp(
  [
    '^(GET|POST) /reporting/',
    '^GET /(me/compliance|notification/(deliveries|preview)|security/(accounts|audit-events|companies))$',
    '^GET /(records|sync)/imports',
  ].join('|'),
);

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
    pageOf: signOnRefusalPage,
    healthRoute: '/diagnostic/health',
    compressed: COMPRESSED,
    before: [
      ...(config.console === 'on' ? [serveConsole()] : []),
      cookieParser(),
      crossOrigin(config, document),
    ],
    registerRoutes(app) {
      RegisterRoutes(underBothPaths(app));
      app.use(operatorModules);
      app.use(erasedMeanwhile);
    },
  });
}

const MODULES = /^\/(notification|sync)(\/|$)|^\/(support\/issues|reporting\/video-statistics)\/?$/;

/** Platform modules outside this service: 501 for operators, 403 for others. Documented in documentation.mjs. */
const operatorModules: RequestHandler = async (request, _response, next) => {
  if (!MODULES.test(request.path)) {
    next();
    return;
  }
  await authenticate(request, new Set(['operator']));
  throw problemOf('not-implemented');
};

/** Returns the document with this deployment's session cookie name. */
function documentOf(config: Config) {
  const { components } = openApi;
  const { Session, ...others } = components.securitySchemes;
  const securitySchemes = { ...others, Session: { ...Session, name: sessionCookieName(config) } };
  return { ...openApi, components: { ...components, securitySchemes } };
}
