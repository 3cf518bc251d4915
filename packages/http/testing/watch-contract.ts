import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Express } from 'express';
import type { OpenApiDocument } from '../src/operations';
import { routeFinder } from './find-route';
import { type ObservedResponse, responseChecker } from './response-checker';

export interface WatchedApp {
  /** The app; its responses are checked as they are sent. */
  readonly app: Express;
  /** @throws Error listing every response that deviated from the document */
  readonly assertContract: () => void;
}

/**
 * Checks the status, media type, headers and JSON of every response against the OpenAPI document. Undocumented paths and
 * methods, and incomplete responses, are ignored.
 */
export function watchContract(
  app: Express,
  document: OpenApiDocument,
  { basePath = '' } = {},
): WatchedApp {
  const findRoute = routeFinder(document);
  const check = responseChecker(document);
  const faults = new Set<string>();

  const watch = (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?');
    const inService =
      basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
    const method = request.method ?? '';
    const route = findRoute(method, inService);
    if (route === undefined) return;
    recordResponse(response, observed => {
      for (const fault of check({ ...observed, method, route })) {
        faults.add(`${method} ${route} returns ${observed.status}: ${fault}`);
      }
    });
  };

  return {
    app: new Proxy(app, {
      apply(target, _self, [request, response]: [IncomingMessage, ServerResponse]) {
        watch(request, response);
        target(request as never, response as never);
      },
    }),
    assertContract: () => {
      if (faults.size > 0) throw new Error(`Not as documented:\n${[...faults].sort().join('\n')}`);
    },
  };
}

/** By Content-Encoding. */
const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
};

function recordResponse(
  response: ServerResponse,
  record: (observed: Omit<ObservedResponse, 'method' | 'route'>) => void,
): void {
  const chunks: Buffer[] = [];
  for (const name of ['write', 'end'] as const) {
    const send = response[name].bind(response) as (...args: unknown[]) => never;
    response[name] = (...args: unknown[]) => {
      const [chunk] = args;
      if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
      else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
      return send(...args);
    };
  }
  response.once('finish', () => {
    const { 'content-encoding': encoding, ...headers } = response.getHeaders();
    const sent = Buffer.concat(chunks);
    const body = encoding === undefined ? sent : decoders[encoding]!(sent);
    record({ status: response.statusCode, headers, text: body.toString() });
  });
}
