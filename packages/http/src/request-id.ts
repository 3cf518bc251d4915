import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { isFromTrustedProxy } from './trusted-proxy';

interface Locals {
  requestId?: string;
}

/** Takes the id that a trusted proxy gave the request, or makes one; every answer carries it. */
export function assignRequestId(): RequestHandler {
  return (request, response, next) => {
    const given = request.get('X-Request-Id');
    const isUsable = given !== undefined && /^[A-Za-z0-9._-]{1,64}$/.test(given);
    const id = isUsable && isFromTrustedProxy(request) ? given : randomUUID();
    (response.locals as Locals).requestId = id;
    response.setHeader('X-Request-Id', id);
    next();
  };
}

/** The id of the request that this answers. */
export function requestId(response: Response): string {
  return (response.locals as Locals).requestId ?? 'none';
}
