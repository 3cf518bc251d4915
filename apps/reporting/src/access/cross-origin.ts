import cors, { type CorsOptions } from 'cors';
import type { RequestHandler } from 'express';
import type { Config } from '../config';

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

/** Credentialed CORS for the configured origins only. */
export function crossOrigin({ allowedOrigins }: Config): RequestHandler {
  const options: CorsOptions = {
    origin: allowedOrigins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      'X-Api-Key',
      'X-Company',
      'X-Request-Id',
    ],
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
