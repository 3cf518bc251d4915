import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { SESSION_COOKIE } from './access/sign-in/sessions';

/** What Vite puts where a nonce belongs (packages/console/vite.config.ts). */
const NONCE = /CSP_NONCE/g;
const ROOT = '/console';

/** A file of the build: an asset's name holds a hash of its content, the icon's does not. */
interface StaticFile {
  readonly path: string;
  readonly isImmutable: boolean;
  readonly encodings: readonly string[];
}

/** The console at `/console/`, and a redirect to it at `/` for browsers. */
export function serveConsole(): RequestHandler {
  const folder = path.join(path.dirname(require.resolve('@platform/console/package.json')), 'dist');
  const index = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const files = listFiles(folder);
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/', (request, response, next) => {
    response.vary('Accept');
    if (isBrowser(request)) redirect(request, response, 'console/');
    else next();
  });
  router.get(ROOT, (request, response) => redirect(request, response, 'console/'));
  router.get(`${ROOT}/*rest`, (request, response, next) => {
    const name = request.path.slice(ROOT.length + 1);
    const file = files.get(name);
    if (file) sendFile(request, response, file);
    else if (name.startsWith('assets/')) next();
    else sendIndex(request, response, index, name);
  });
  router.get(`${ROOT}/`, (request, response) => sendIndex(request, response, index, ''));
  return router;
}

function listFiles(folder: string): Map<string, StaticFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name =>
    name.replaceAll(path.sep, '/'),
  );
  return new Map(
    names
      .filter(name => /\.(js|css|svg)$/.test(name))
      .map(name => [
        name,
        {
          path: path.join(folder, name),
          isImmutable: name.startsWith('assets/'),
          encodings: ['br', 'gz'].filter(kind => existsSync(path.join(folder, `${name}.${kind}`))),
        },
      ]),
  );
}

function sendFile(request: Request, response: Response, file: StaticFile): void {
  const accepted = request.acceptsEncodings(['br', 'gzip']);
  const kind = accepted === 'gzip' ? 'gz' : accepted || '';
  const isCompressed = file.encodings.includes(kind);
  response.vary('Accept-Encoding').type(path.extname(file.path));
  if (isCompressed) response.set('Content-Encoding', accepted as string);
  response.set(
    'Cache-Control',
    file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  );
  response.sendFile(isCompressed ? `${file.path}.${kind}` : file.path, {
    cacheControl: false,
    // pnpm installs below `.pnpm`.
    dotfiles: 'allow',
  });
}

/**
 * The page for any address below `/console/`. Its links are relative, so that they hold behind a proxy that
 * strips a prefix.
 */
function sendIndex(request: Request, response: Response, index: string, name: string): void {
  const nonce = randomBytes(16).toString('base64');
  const up = '../'.repeat(name.split('/').length - 1) || './';
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

/** Mantine and Recharts write style sheets with the nonce; nothing else is inline. */
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

function isBrowser(request: Request): boolean {
  return /\btext\/html\b/.test(request.get('Accept') ?? '');
}

/** Relative to the address as the browser has it, whatever prefix a proxy took away. */
function redirect(request: Request, response: Response, target: string): void {
  const [address = '/', query] = request.originalUrl.split('?');
  const last = address.slice(address.lastIndexOf('/') + 1);
  // `/reporting` without its slash is one level above `/reporting/`; `/console` is already beside `console/`.
  const location = last === '' || last === 'console' ? target : `${last}/${target}`;
  response.set('Cache-Control', 'no-store');
  response.redirect(query === undefined ? location : `${location}?${query}`);
}
