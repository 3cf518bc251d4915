import type { Request, RequestHandler, Response } from 'express';
import { isFromTrustedProxy } from './client-address';

const PREFIX = /^(\/[A-Za-z0-9._~-]+)+$/;

export function isPathPrefix(text: string): boolean {
  return PREFIX.test(text) && !/\/\.{1,2}(\/|$)/.test(text);
}

interface Locals {
  externalPrefix: string;
}

/** Handles a prefix that the proxy either strips (sending X-Forwarded-Prefix) or keeps in the path. */
export function stripBasePath(basePath: string, publicUrl: string | null): RequestHandler {
  const publicPrefix = publicUrl && new URL(publicUrl).pathname.replace(/\/+$/, '');
  return (request, response, next) => {
    // The request target may be an absolute URL (RFC 9112, 3.2.2).
    request.originalUrl = request.url = request.url.replace(/^https?:\/\/[^/?]*\/?/i, '/');
    const forwarded = forwardedPrefix(request);
    const stripped = basePath === '' ? null : withoutPrefix(request.url, basePath);
    if (stripped !== null) request.url = stripped;
    // A proxy that sends the prefix and also keeps it in the path adds only one prefix.
    const areTwo = stripped !== null && forwarded !== basePath;
    const requestedPrefix = areTwo ? forwarded + basePath : forwarded || basePath;
    (response.locals as Locals).externalPrefix = publicPrefix ?? requestedPrefix;
    next();
  };
}

/** Returns a path as clients see it, including the proxy's prefix. */
export function externalPath(request: Request, path: string): string {
  return (request.res!.locals as Locals).externalPrefix + path;
}

/** One link of the header `Link` (RFC 8288): the requested path with another query. */
export function linkTo(request: Request, relation: string, query: URLSearchParams): string {
  return `<${externalPath(request, request.path)}?${query.toString()}>; rel="${relation}"`;
}

/** Redirects to a path below the requested one, keeping the query. Relative, since a proxy may have stripped a prefix. */
export function redirectBelow({ originalUrl }: Request, response: Response, below: string): void {
  const [path = ''] = originalUrl.split('?', 1);
  const query = originalUrl.slice(path.length);
  const last = path.slice(path.lastIndexOf('/') + 1);
  const location = (last === '' ? '' : `${last}/`) + below + query;
  response.status(302).location(location).end();
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

/** A host name, an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const HOST = /^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?$/;

/** Based on the app's public URL if set, or else on the request. X-Forwarded-* are read only from a trusted proxy. */
export function absoluteUrl(request: Request, path: string): string {
  const publicUrl = request.app.locals.publicUrl as string | null;
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '') + path;
  const protocol = request.protocol === 'https' ? 'https' : 'http';
  const forwarded = isFromTrustedProxy(request) ? forwardedHost(request, protocol) : null;
  return `${protocol}://${forwarded ?? ownHost(request)}${externalPath(request, path)}`;
}

/** With a chain of proxies, the first value is the host that the client requested. */
function forwardedHost(request: Request, protocol: 'http' | 'https'): string | null {
  const host = request.get('X-Forwarded-Host')?.split(',')[0]?.trim();
  if (host === undefined || !HOST.test(host)) return null;
  const port = request.get('X-Forwarded-Port')?.split(',')[0]?.trim() ?? '';
  const isDefault = port === (protocol === 'https' ? '443' : '80');
  return !/:\d+$/.test(host) && /^\d{1,5}$/.test(port) && !isDefault ? `${host}:${port}` : host;
}

function ownHost(request: Request): string {
  const host = request.get('Host');
  if (host !== undefined && HOST.test(host)) return host;
  const { localAddress = '127.0.0.1', localPort = 80 } = request.socket;
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
