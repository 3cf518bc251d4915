import { randomBytes } from 'node:crypto';
import { readFileSync, type Stats } from 'node:fs';
import path from 'node:path';
import { redirectBelow } from '@platform/http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { SESSION_COOKIE } from './session-cookie';

/** Vite's placeholder (packages/console/vite.config.ts). */
const NONCE = /CSP_NONCE/g;
const ROOT = '/console';

/** Serves the console at `/console/` and redirects browsers there from `/`. */
export function serveConsole(): RequestHandler {
  const folder = path.join(path.dirname(require.resolve('@platform/console/package.json')), 'dist');
  const index = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/', (request, response, next) => {
    response.vary('Accept');
    if (/\btext\/html\b/.test(request.get('Accept') ?? '')) redirect(request, response, 'console/');
    else next();
  });
  router.get(ROOT, (request, response) => redirect(request, response, ''));
  router.get(
    `${ROOT}/assets/*file`,
    // File names contain a content hash.
    sendFiles(path.join(folder, 'assets'), `${ROOT}/assets`, 'max-age=31536000, immutable'),
  );
  router.get(`${ROOT}/icon.svg`, sendFiles(folder, ROOT, 'max-age=3600'));
  router.get(`${ROOT}/{*page}`, (request, response) => sendIndex(request, response, index));
  return router;
}

function sendFiles(folder: string, root: string, cacheControl: string): RequestHandler {
  const files = expressStaticGzip(folder, {
    enableBrotli: true,
    index: false,
    orderPreference: ['br'],
    serveStatic: {
      redirect: false,
      cacheControl: false,
      setHeaders(response, _file, { size, mtimeMs }: Stats) {
        response.setHeader('Cache-Control', `public, ${cacheControl}`);
        // If-Range requires a strong ETag; the package would send a weak one.
        response.setHeader('ETag', `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`);
      },
    },
  }) as RequestHandler;
  return (request, response, next) => {
    const { url } = request;
    request.url = url.slice(root.length);
    files(request, response, (error?: unknown) => {
      request.url = url;
      // A missing file is 404, not a console page.
      next(error ?? 'router');
    });
  };
}

/** Sends the page for any route. Its links are relative, since a proxy may strip a prefix. */
function sendIndex(request: Request, response: Response, index: string): void {
  const nonce = randomBytes(16).toString('base64');
  const up = '../'.repeat(request.path.split('/').length - 3) || './';
  response.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy(nonce),
    'Referrer-Policy': 'same-origin',
  });
  const hasCookie = request.get('Cookie')?.includes(`${SESSION_COOKIE}=`) === true;
  response.type('html').send(
    index
      .replace(NONCE, nonce)
      .replaceAll('="./', `="${up}`)
      .replace(
        'name="session" content="unknown"',
        `name="session" content="${hasCookie ? 'unknown' : 'none'}"`,
      ),
  );
}

/** Mantine and Recharts insert style sheets with the nonce; nothing else is inline. */
function policy(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');
}

function redirect(request: Request, response: Response, below: string): void {
  response.set('Cache-Control', 'no-store');
  redirectBelow(request, response, below);
}
