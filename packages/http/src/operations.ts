import type { Request, RequestHandler, Response } from 'express';
import { externalPath } from './base-path';
import { createOperationTree, type OpenApiDocument, type Operation } from './operation-tree';
import { Problem } from './problem';

interface Locals {
  operation?: Operation;
}

/**
 * Answers what the service's own document does not know, 404 for a path and 405 with Allow for a method,
 * and OPTIONS; tells everybody behind it which operation the request is (`operationOf`). Paths are
 * compared as they are sent, as the router compares them: letters in their case, one trailing slash allowed.
 * @throws URIError when a placeholder's value is not well-formed percent-encoding
 */
export function matchOperation(document: OpenApiDocument): RequestHandler {
  const find = createOperationTree(document);
  return (request, response, next) => {
    const { path, method } = request;
    const operations = find(path);
    if (path.includes('%')) decodeURIComponent(path);
    if (!operations) throw notFound(request);
    const operation =
      operations.get(method) ?? (method === 'HEAD' ? operations.get('GET') : undefined);
    if (operation) {
      (response.locals as Locals).operation = operation;
      next();
      return;
    }
    const allow = allowed(operations);
    if (method !== 'OPTIONS') {
      throw new Problem('method-not-allowed', `This path takes ${allow}.`, {
        headers: { Allow: allow },
      });
    }
    response.set('Allow', allow).status(204).end();
  };
}

/** The operation that the request was matched with; undefined before that and for unknown paths. */
export function operationOf(response: Response): Operation | undefined {
  return (response.locals as Locals).operation;
}

/** For a path that the service does not have. */
export function notFound(request: Request): Problem {
  return new Problem(
    'not-found',
    `There is nothing at this path. The paths are listed at ${externalPath(request, '/swagger')}.`,
  );
}

function allowed(operations: ReadonlyMap<string, Operation>): string {
  const methods = [...operations.keys()];
  if (methods.includes('GET') && !methods.includes('HEAD')) methods.push('HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}
