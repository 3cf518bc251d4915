import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Request, type RequestHandler, Router } from 'express';
import { externalPath } from './external-url';
import { type FieldError, Problem } from './problems';
import { expectation } from './request-errors';

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    securitySchemes?: Readonly<Record<string, { readonly in?: string; readonly type?: string }>>;
  };
  readonly [field: string]: unknown;
}

export interface Operation {
  readonly route: string;
  /** Query parameters; true for those that may be repeated. */
  readonly query: ReadonlyMap<string, boolean>;
  /** Query parameters that are as if omitted where they are empty. */
  readonly mayBeEmpty: ReadonlySet<string>;
  /** Returns the first schema error in a body, or null. Null itself for operations without a body. */
  readonly findBodyFault: ((body: unknown) => FieldError | null) | null;
}

/** By Express path, then method. */
export type Operations = ReadonlyMap<string, ReadonlyMap<string, Operation>>;

export interface DocumentedOperation {
  readonly parameters?: readonly {
    in: string;
    name: string;
    schema?: Schema;
    example?: unknown;
    allowEmptyValue?: boolean;
  }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { schema?: Schema }>> };
  readonly [field: string]: unknown;
}

interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  default?: unknown;
  example?: unknown;
  readonly [field: string]: unknown;
}

/** Sorts static paths before paths with placeholders. */
export function readOperations(document: OpenApiDocument): Operations {
  // The document is checked when it is generated.
  const options = { strictSchema: false, validateFormats: false, validateSchema: false };
  const ajv = new Ajv({ ...options, verbose: true });
  const operationsOf = (route: string) =>
    Object.entries(document.paths[route]!).map(([method, documented]): [string, Operation] => {
      const parameters = (documented.parameters ?? []).filter(({ in: place }) => place === 'query');
      const query = new Map(parameters.map(({ name, schema }) => [name, isList(document, schema)]));
      const mayBeEmpty = new Set(
        parameters.filter(({ allowEmptyValue }) => allowEmptyValue).map(({ name }) => name),
      );
      const findBodyFault = bodyValidator(ajv, documented, document);
      return [method.toUpperCase(), { route, query, mayBeEmpty, findBodyFault }];
    });
  const routes = Object.keys(document.paths).sort();
  return new Map(
    routes.map(route => [route.replaceAll(/\{(\w+)\}/g, ':$1'), new Map(operationsOf(route))]),
  );
}

/** Undefined before routing, and for undocumented routes. */
export function operationOf(request: Request): Operation | undefined {
  const { method, app } = request;
  const route = request.route as { path: string } | undefined;
  const operations = route && (app.locals.operations as Operations).get(route.path);
  return operations?.get(method) ?? (method === 'HEAD' ? operations?.get('GET') : undefined);
}

/** For logs: the documented path or route pattern, or `unmatched` for unknown paths and methods. */
export function routeOf(request: Request): string {
  const matched = (request.route as { path: string } | undefined)?.path ?? 'unmatched';
  const isDocumented = (request.app.locals.operations as Operations).has(matched);
  return isDocumented ? (operationOf(request)?.route ?? 'unmatched') : matched;
}

/** Responds 405 with Allow for documented paths (204 to OPTIONS), or else 404. @throws URIError for a malformed path */
export function handleUnrouted(operations: Operations): Router {
  const router = Router({ caseSensitive: true });
  for (const [route, methods] of operations) router.all(route, rejectMethods([...methods.keys()]));
  router.use(request => {
    decodeURIComponent(request.path);
    throw new Problem(
      'not-found',
      `This path does not exist. See ${externalPath(request, '/swagger')} for the API reference.`,
    );
  });
  return router;
}

function rejectMethods(methods: string[]): RequestHandler {
  const all = new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods).add('OPTIONS');
  const allow = [...all].join(', ');
  return ({ method }, response, next) => {
    if (method === 'OPTIONS') {
      response.set('Allow', allow).status(204).end();
    } else if (all.has(method)) {
      next();
    } else {
      throw new Problem('method-not-allowed', `This path supports ${allow}.`, {
        headers: { Allow: allow },
      });
    }
  };
}

/** Compiled on first use; stops at the first error. tsoa checks formats. */
function bodyValidator(
  ajv: Ajv,
  { requestBody }: DocumentedOperation,
  { components }: OpenApiDocument,
): Operation['findBodyFault'] {
  if (!requestBody) return null;
  let validate: ValidateFunction | undefined;
  return body => {
    // The schema's references point to the components.
    validate ??= ajv.compile({ ...requestBody.content?.['application/json']?.schema, components });
    return validate(body) ? null : toFieldError(validate.errors![0]!);
  };
}

/** `/departments/17` → `departments[17]`. */
function toFieldError(error: ErrorObject): FieldError {
  const { instancePath, keyword } = error;
  const { additionalProperty = '', missingProperty = '' } = error.params as Record<string, string>;
  const place = instancePath
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .slice(1);
  if (keyword === 'additionalProperties') {
    return { field: nameOf(place, additionalProperty), message: 'is not a known property' };
  }
  if (keyword === 'required') {
    return { field: nameOf(place, missingProperty), message: 'is required' };
  }
  return { field: place || 'the body', message: expectation(wordingOf(error)) };
}

/** Ajv's message does not contain the values of an enumeration. */
function wordingOf({ keyword, params, parentSchema, message = '' }: ErrorObject): string {
  if (keyword === 'pattern') return (parentSchema as { 'x-expected'?: string })['x-expected'] ?? '';
  const { allowedValues } = params as { readonly allowedValues?: unknown[] };
  return allowedValues ? `should be one of the following; [${allowedValues.join()}]` : message;
}

function nameOf(place: string, property: string): string {
  return place === '' ? property : `${place}.${property}`;
}

function isList({ components }: OpenApiDocument, schema: Schema | undefined): boolean {
  const name = schema?.$ref?.split('/').at(-1);
  const type = name === undefined ? schema : components?.schemas?.[name];
  return type?.type === 'array';
}
