import { OutgoingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { IocContainerFactory } from '@tsoa/runtime';
import express, { type Express, type Request, type RequestHandler } from 'express';
import helmet from 'helmet';
import { BodiesInFlight } from './bodies';
import { removeForwardedPorts, type TrustProxy } from './client-address';
import { compressCalls } from './compress';
import { stripBasePath } from './external-url';
import { handleUnrouted, type OpenApiDocument, readOperations } from './operations';
import { Outage } from './outage';
import { type ProblemHandlerOptions, problemHandler } from './problem-handler';
import { Problem, renderProblem } from './problems';
import { createRequestId, observeRequests, traceRequests } from './request-log';
import { serveSwagger } from './swagger';

export interface ServiceAppOptions extends ProblemHandlerOptions {
  readonly title: string;
  readonly context: unknown;
  readonly document: OpenApiDocument;
  readonly basePath: string;
  readonly publicUrl: string | null;
  readonly trustProxy: TrustProxy;
  readonly healthRoute: string;
  /** Calls, as `GET /path`, whose tables are compressed, beside the OpenAPI document. */
  readonly compressed?: RegExp;
  /** Handlers that run before routing, such as CORS. */
  readonly before?: readonly RequestHandler[];
  registerRoutes(app: Express): void;
}

type ControllerClass<Controller> = new (context: unknown, request: Request) => Controller;

/** tsoa's container: creates a controller per request from the app's context. */
export const iocContainer: IocContainerFactory<Request> = request => ({
  get: <Controller>(controller: unknown) =>
    new (controller as ControllerClass<Controller>)(request.app.locals.context, request),
});

/** Creates the app with the middleware chain shared by both services; does not listen. */
export function createServiceApp(options: ServiceAppOptions): Express {
  const { log, metrics, title, document, publicUrl, trustProxy, before = [] } = options;
  const app = express();
  app.disable('x-powered-by');
  // Handlers set entity tags explicitly; Express would hash every response.
  app.disable('etag');
  // The default limit silently drops parameters beyond 1,000.
  app.set('query parser', (query: string) => parse(query, '&', '=', { maxKeys: 0 }));
  app.set('trust proxy', trustProxy);
  app.set('case sensitive routing', true);
  app.locals.renderProblem = (problem: Problem) =>
    renderProblem(problem, options.catalog, options.style);
  const operations = readOperations(document);
  app.locals.operations = operations;
  app.locals.context = options.context;
  app.locals.publicUrl = publicUrl;
  app.locals.bodies = new BodiesInFlight();

  const outage = new Outage(log, {
    begins: 'database unavailable: requests fail with 503',
    ends: 'database available again',
  });
  const steps: RequestHandler[] = [
    ...(trustProxy === false ? [] : [removeForwardedPorts]),
    prepareResponse(),
    observeRequests({ log, metrics, outage }, options.healthRoute),
    requireHost,
    stripBasePath(options.basePath, publicUrl),
    ...(options.compressed ? [compressCalls(options.compressed)] : []),
    ...before,
  ];
  app.use(...steps);
  serveSwagger(app, title, document);
  app.use(traceRequests(options.healthRoute));
  options.registerRoutes(app);
  app.use(handleUnrouted(operations));
  app.use(problemHandler(options, outage));
  return app;
}

function prepareResponse(): RequestHandler {
  const headers = securityHeaders();
  return (request, response, next) => {
    // The log, metrics, drain, slots and streams add more listeners than Node.js allows by default.
    response.setMaxListeners(20);
    response.setHeader('X-Request-Id', createRequestId(request));
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** As HTTP/1.1 demands; Node.js would respond without a problem. */
const requireHost: RequestHandler = ({ headersDistinct, httpVersion }, _response, next) => {
  if (headersDistinct.host?.length !== 1 && httpVersion === '1.1') {
    throw new Problem('invalid-request', 'Send one header Host, which HTTP/1.1 requires.');
  }
  next();
};

/**
 * Runs Helmet once: its headers are constant, and its handlers cost more than authentication. Swagger UI requires inline
 * styles and `data:` images. The TLS terminator sets HSTS.
 */
function securityHeaders(): [string, string][] {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: false,
  });
  const sample = new OutgoingMessage();
  setHeaders({} as never, sample as never, () => undefined);
  return Object.entries(sample.getHeaders()) as [string, string][];
}
