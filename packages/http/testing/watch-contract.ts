import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { OpenApiDocument } from '../src/operations';
import { type Answer, answerChecker } from './answer-checker';
import { routeFinder } from './find-route';

export interface WatchedApp {
  /** The app itself, whose answers are looked at as they leave. */
  readonly app: Express;
  /** @throws Error that lists every answer that was not as documented */
  readonly demandContract: () => void;
}

/**
 * Holds every answer of an app to its OpenAPI document, whoever asks and however: the status, the media
 * type, the headers and the JSON. What the document does not name, another path or method, is left alone,
 * and so is an answer that breaks off.
 */
export function watchContract(
  app: Express,
  document: OpenApiDocument,
  { basePath = '' } = {},
): WatchedApp {
  const findRoute = routeFinder(document);
  const complaintsAbout = answerChecker(document);
  const breaks = new Set<string>();

  const watch = (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?');
    const inService =
      basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
    const method = request.method ?? '';
    const route = findRoute(method, inService);
    if (route === undefined) return;
    recordAnswer(response, answer => {
      for (const complaint of complaintsAbout({ ...answer, method, route })) {
        breaks.add(`${method} ${route} answers ${answer.status}: ${complaint}`);
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
    demandContract: () => {
      if (breaks.size > 0) throw new Error(`Not as documented:\n${[...breaks].sort().join('\n')}`);
    },
  };
}

function recordAnswer(
  response: ServerResponse,
  record: (answer: Omit<Answer, 'method' | 'route'>) => void,
): void {
  const pieces: Buffer[] = [];
  const keep = (piece: unknown) => {
    if (typeof piece === 'string') pieces.push(Buffer.from(piece));
    else if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
  };
  for (const name of ['write', 'end'] as const) {
    const send = response[name].bind(response) as (...given: unknown[]) => never;
    response[name] = (...given: unknown[]) => {
      keep(given[0]);
      return send(...given);
    };
  }
  response.once('finish', () =>
    record({
      status: response.statusCode,
      headers: response.getHeaders(),
      text: Buffer.concat(pieces).toString(),
    }),
  );
}
