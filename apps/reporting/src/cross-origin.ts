import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Config } from './config';

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
  return cors({
    origin: allowedOrigins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'X-Api-Key', 'X-Company', 'X-Request-Id'],
    exposedHeaders: EXPOSED,
    maxAge: 600,
  });
}
