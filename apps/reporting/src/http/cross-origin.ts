import type { OpenApiDocument } from '@platform/http';
import cors, { type CorsOptions } from 'cors';
import type { RequestHandler } from 'express';
import type { Config } from '../main/config';

/** Response headers that pages may read besides the safelisted ones. */
const EXPOSED = [
  'Content-Disposition',
  'ETag',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
];

/** Request headers of all operations; those of individual operations are parameters in the document. */
const GENERAL = ['Authorization', 'Content-Type', 'X-Api-Key', 'X-Request-Id'];

/** Allows credentialed CORS only for the configured origins. */
export function crossOrigin({ allowedOrigins }: Config, document: OpenApiDocument): RequestHandler {
  const options: CorsOptions = {
    origin: allowedOrigins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...GENERAL, ...headerParameters(document)],
    exposedHeaders: EXPOSED,
    maxAge: 600,
  };
  const handlePreflight = cors(options);
  const setHeaders = cors({ ...options, preflightContinue: true });
  return (request, response, next) => {
    // The router handles other OPTIONS requests.
    const isPreflight =
      request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    (isPreflight ? handlePreflight : setHeaders)(request, response, next);
  };
}

function headerParameters({ paths }: OpenApiDocument): Set<string> {
  const parameters = Object.values(paths)
    .flatMap(item => Object.values(item))
    .flatMap(operation => operation.parameters ?? []);
  return new Set(parameters.filter(({ in: place }) => place === 'header').map(({ name }) => name));
}
