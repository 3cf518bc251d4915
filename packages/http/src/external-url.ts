import type { Request, RequestHandler } from 'express';
import { isFromTrustedProxy } from './client-address';

const PREFIX = /^(\/[A-Za-z0-9._~-]+)+$/;

/** Whether a text can be a prefix: `/` and segments of letters, digits, `.`, `_`, `~` and `-`. */
export function isPathPrefix(text: string): boolean {
  return PREFIX.test(text) && !/\/\.{1,2}(\/|$)/.test(text);
}

interface Locals {
  externalPrefix?: string;
}

/**
 * Serves under a prefix, whether the proxy strips it (and sends X-Forwarded-Prefix) or leaves it in the path.
 * Clients see the path of `publicUrl` where there is one.
 */
export function stripBasePath(basePath: string, publicUrl: string | null): RequestHandler {
  const publicPrefix = publicUrl && new URL(publicUrl).pathname.replace(/\/+$/, '');
  return (request, response, next) => {
    // A request may name the whole URL (RFC 9112, 3.2.2).
    request.url = request.url.replace(/^https?:\/\/[^/?]*\/?/i, '/');
    const forwarded = forwardedPrefix(request);
    const stripped = basePath === '' ? null : withoutPrefix(request.url, basePath);
    if (stripped !== null) request.url = stripped;
    if (publicPrefix !== null) {
      locals(response).externalPrefix = publicPrefix;
    } else if (stripped === null) {
      locals(response).externalPrefix = forwarded || basePath;
    } else {
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

/** A name, an IPv4 address or an IPv6 address in brackets, and perhaps a port: nothing else is repeated. */
const HOST = /^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?$/;

/**
 * The absolute URL of a path: under `publicUrl` where there is one, else as the request asked for it.
 * X-Forwarded-Host, -Port and -Proto count from a trusted proxy alone.
 */
export function absoluteUrl(request: Request, path: string, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '') + path;
  const protocol = request.protocol === 'https' ? 'https' : 'http';
  const forwarded = isFromTrustedProxy(request) ? forwardedHost(request, protocol) : null;
  return `${protocol}://${forwarded ?? ownHost(request)}${externalPath(request, path)}`;
}

/** The first of a chain is what the client asked for. */
function forwardedHost(request: Request, protocol: 'http' | 'https'): string | null {
  const host = request.get('X-Forwarded-Host')?.split(',')[0]?.trim();
  if (host === undefined || !HOST.test(host)) return null;
  const port = request.get('X-Forwarded-Port')?.split(',')[0]?.trim() ?? '';
  const isUsual = port === (protocol === 'https' ? '443' : '80');
  return !/:\d+$/.test(host) && /^\d{1,5}$/.test(port) && !isUsual ? `${host}:${port}` : host;
}

/** The Host header, or where the connection came in when that is no host. */
function ownHost(request: Request): string {
  const host = request.get('Host');
  if (host !== undefined && HOST.test(host)) return host;
  const { localAddress = '127.0.0.1', localPort = 80 } = request.socket;
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}
