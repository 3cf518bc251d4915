import { parse } from 'node:querystring';
import express, { type Express, type RequestHandler } from 'express';
import { stripBasePath } from './base-path';
import { removeForwardedPorts } from './client-address';
import { setProblemRenderer } from './client-errors';
import { createDatabaseOutage } from './database-outage';
import type { OpenApiDocument } from './operation-tree';
import { matchOperation, notFound } from './operations';
import { type ProblemHandlerOptions, problemHandler } from './problem-handler';
import { assignRequestId } from './request-id';
import { logRequests } from './request-log';
import { securityHeaders } from './security-headers';
import { swagger } from './swagger';
import { traceRequests } from './trace-requests';
import type { TrustProxy } from './trusted-proxy';

export interface ServiceAppOptions extends ProblemHandlerOptions {
  readonly title: string;
  readonly document: OpenApiDocument;
  readonly basePath: string;
  readonly publicUrl: string | null;
  readonly trustProxy: TrustProxy;
  /** The documented route of the health check, which the log keeps quiet about. */
  readonly healthRoute: string;
  /** What sees every request before it is matched with an operation: CORS, for example. */
  readonly before?: readonly RequestHandler[];
  /** Registers the service's own routes: what tsoa generated. */
  registerRoutes(app: Express): void;
}

/** The way of every request, the same in both services; listens to nothing. */
export function createServiceApp(options: ServiceAppOptions): Express {
  const { log, metrics, title, document, publicUrl, trustProxy, before = [] } = options;
  const app = express();
  app.disable('x-powered-by');
  // Entity tags are given on purpose, where a representation has one; not hashed from every answer.
  app.disable('etag');
  // Without the limit of 1,000, past which Node.js drops parameters silently.
  app.set('query parser', (query: string) => parse(query, '&', '=', { maxKeys: 0 }));
  app.set('trust proxy', trustProxy);
  setProblemRenderer(app, options.catalog, options.style);

  const outage = createDatabaseOutage(log);
  const steps: RequestHandler[] = [
    ...(trustProxy === false ? [] : [removeForwardedPorts()]),
    assignRequestId(),
    logRequests(log, { quiet: [options.healthRoute] }),
    metrics.observe,
    outage.watch,
    securityHeaders(),
    stripBasePath(options.basePath),
    ...before,
  ];
  app.use(...steps);
  app.use(swagger({ title, document, publicUrl }));
  app.use(matchOperation(document));
  app.use(traceRequests({ quiet: [options.healthRoute] }));
  options.registerRoutes(app);
  app.use(request => {
    throw notFound(request);
  });
  app.use(problemHandler(options, outage));
  return app;
}
