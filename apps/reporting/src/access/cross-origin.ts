import cors, { type CorsOptions } from 'cors';
import type { RequestHandler } from 'express';
import type { Config } from '../config';

/** What a page may read of an answer, beyond what every page may. */
const EXPOSED = [
  'Content-Disposition',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
];

/** Lets pages of the configured origins call with the session cookie, and no other page read an answer. */
export function crossOrigin({ allowedOrigins }: Config): RequestHandler {
  const options: CorsOptions = {
    origin: allowedOrigins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'X-Api-Key', 'X-Company', 'X-Request-Id'],
    exposedHeaders: EXPOSED,
    maxAge: 600,
  };
  const answerPreflight = cors(options);
  const goOn = cors({ ...options, preflightContinue: true });
  return (request, response, next) => {
    // Any other OPTIONS asks what a path takes, and is answered where paths are known.
    const isPreflight =
      request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    (isPreflight ? answerPreflight : goOn)(request, response, next);
  };
}
