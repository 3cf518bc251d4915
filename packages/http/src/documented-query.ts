import type { RequestHandler } from 'express';
import { operationOf } from './operations';
import { type FieldError, invalidFields, Problem } from './problem';

/**
 * Refuses more than `most` query parameters, those that the operation does not document, repeats of those
 * that are no list, and empty ones. For tsoa's `@Middlewares`, which run after authentication: an unknown caller learns nothing else.
 * @throws Problem invalid-request naming every parameter that is wrong
 */
export function documentedQuery({ most }: { most: number }): RequestHandler {
  return (request, response, next) => {
    if (request.url.includes('?')) {
      const given = [...new URLSearchParams(request.url.slice(request.url.indexOf('?')))];
      if (given.length > most) {
        throw new Problem('invalid-request', `Send at most ${most} query parameters.`);
      }
      const faults = findFaults(given, operationOf(response)?.query ?? new Map());
      if (faults.length > 0) throw invalidFields(faults);
    }
    next();
  };
}

function findFaults(
  given: readonly (readonly [string, string])[],
  known: ReadonlyMap<string, boolean>,
): FieldError[] {
  const faults = new Map<string, string>();
  const seen = new Set<string>();
  for (const [name, value] of given) {
    const isList = known.get(name);
    if (isList === undefined) faults.set(name, unknown(known));
    else if (value === '') faults.set(name, 'is empty; leave it out instead');
    else if (!isList && seen.has(name)) faults.set(name, 'is given twice');
    seen.add(name);
  }
  return [...faults].map(([field, message]) => ({ field, message }));
}

function unknown(known: ReadonlyMap<string, boolean>): string {
  const names = known.size === 0 ? 'none' : [...known.keys()].join(', ');
  return `is not a query parameter of this call, which takes ${names}`;
}
