import type { OpenApiDocument } from '@platform/http';
import cors, { type CorsOptions } from 'cors';
import type { RequestHandler } from 'express';
import type { Config } from '../main/config';

/** Response headers that pages may read besides the safelisted ones. */
const EXPOSED = [
  'Content-Disposition',
  'ETag',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
];

/** Request headers that any call may have; those of single operations are parameters in the document. */
const GENERAL = ['Authorization', 'Content-Type', 'X-Api-Key', 'X-Request-Id'];

/** Credentialed CORS for the configured origins only. */
export function crossOrigin({ allowedOrigins }: Config, document: OpenApiDocument): RequestHandler {
  const options: CorsOptions = {
    origin: allowedOrigins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...GENERAL, ...headerParameters(document)],
    exposedHeaders: EXPOSED,
    maxAge: 600,
  };
  const answerPreflight = cors(options);
  const goOn = cors({ ...options, preflightContinue: true });
  return (request, response, next) => {
    // Other OPTIONS requests are answered by the router.
    const isPreflight =
      request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    (isPreflight ? answerPreflight : goOn)(request, response, next);
  };
}

function headerParameters({ paths }: OpenApiDocument): Set<string> {
  const parameters = Object.values(paths)
    .flatMap(item => Object.values(item))
    .flatMap(operation => operation.parameters ?? []);
  return new Set(parameters.filter(({ in: place }) => place === 'header').map(({ name }) => name));
}
