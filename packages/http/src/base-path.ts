import type { Request, RequestHandler } from 'express';
import { isFromTrustedProxy } from './trusted-proxy';

const PREFIX = /^(\/[A-Za-z0-9._~-]+)+$/;

/** Whether a text can be a prefix: `/` and segments of letters, digits, `.`, `_`, `~` and `-`. */
export function isPathPrefix(text: string): boolean {
  return PREFIX.test(text) && !/\/\.{1,2}(\/|$)/.test(text);
}

interface Locals {
  externalPrefix?: string;
}

/**
 * Serves under a prefix, whether the proxy strips it (and says so in X-Forwarded-Prefix) or not: a path
 * that begins with `basePath` goes on without it, any other goes on as it is.
 */
export function stripBasePath(basePath: string): RequestHandler {
  return (request, response, next) => {
    const forwarded = forwardedPrefix(request);
    const stripped = basePath === '' ? null : withoutPrefix(request.url, basePath);
    if (stripped === null) {
      locals(response).externalPrefix = forwarded || basePath;
    } else {
      request.url = stripped;
      // A proxy that names the prefix and leaves it in the path means one prefix, not two.
      locals(response).externalPrefix = forwarded === basePath ? basePath : forwarded + basePath;
    }
    next();
  };
}

/** A path of this service as clients reach it: with the prefix that the proxy serves it under. */
export function externalPath(request: Request, path: string): string {
  return (request.res ? (locals(request.res).externalPrefix ?? '') : '') + path;
}

function withoutPrefix(url: string, prefix: string): string | null {
  if (!url.startsWith(prefix)) return null;
  const rest = url.slice(prefix.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : null;
}

function forwardedPrefix(request: Request): string {
  const prefix = request.get('X-Forwarded-Prefix')?.replace(/\/$/, '') ?? '';
  return isPathPrefix(prefix) && isFromTrustedProxy(request) ? prefix : '';
}

function locals(response: { locals: unknown }): Locals {
  return response.locals as Locals;
}
