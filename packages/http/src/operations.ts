import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Request, type RequestHandler, Router } from 'express';
import { externalPath } from './external-url';
import { type FieldError, Problem } from './problems';

/** As much of an OpenAPI 3 document as routing needs. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [field: string]: unknown;
}

export interface Operation {
  /** The path as documented, `/api/packages/{slug}`. */
  readonly route: string;
  /** Its query parameters; true for those that may be repeated. */
  readonly query: ReadonlyMap<string, boolean>;
  /** The first error of a body by its schema, null for none; null where the operation takes no body. */
  readonly findBodyFault: ((body: unknown) => FieldError | null) | null;
}

/** The operations of a document: by the path of their route in Express, then by method. */
export type Operations = ReadonlyMap<string, ReadonlyMap<string, Operation>>;

interface DocumentedOperation {
  parameters?: { in: string; name: string; schema?: Schema }[];
  requestBody?: unknown;
}

interface Schema {
  type?: string;
  $ref?: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

/** Reads the operations of a document, those of static paths before those of paths with placeholders. */
export function readOperations(document: OpenApiDocument): Operations {
  const ajv = new Ajv({ strictSchema: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  return new Map(
    Object.entries(document.paths)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([route, item]) => [
        route.replaceAll(/\{(\w+)\}/g, ':$1'),
        new Map(
          METHODS.filter(method => item[method]).map(method => {
            const { parameters = [], requestBody } = item[method] as DocumentedOperation;
            const query = parameters
              .filter(parameter => parameter.in === 'query')
              .map(
                ({ name, schema }) => [name, resolve(document, schema)?.type === 'array'] as const,
              );
            const findBodyFault = requestBody === undefined ? null : validator(ajv, route, method);
            return [method.toUpperCase(), { route, query: new Map(query), findBodyFault }];
          }),
        ),
      ]),
  );
}

/** The operation whose route Express has chosen; undefined before that, and where there is none. */
export function operationOf(request: Request): Operation | undefined {
  const { method, app } = request;
  const route = request.route as { path: string } | undefined;
  const operations = route && (app.locals.operations as Operations).get(route.path);
  return operations?.get(method) ?? (method === 'HEAD' ? operations?.get('GET') : undefined);
}

/**
 * Answers what no route took: a documented path with 405 and Allow (OPTIONS with Allow alone), any other with
 * 404.
 * @throws URIError when the path is not well-formed percent-encoding
 */
export function answerUnrouted(operations: Operations): Router {
  const router = Router({ caseSensitive: true });
  for (const [path, methods] of operations) router.all(path, refuseMethod([...methods.keys()]));
  router.use(request => {
    decodeURIComponent(request.path);
    throw new Problem(
      'not-found',
      `There is nothing at this path. The paths are listed at ${externalPath(request, '/swagger')}.`,
    );
  });
  return router;
}

/** Answers OPTIONS with Allow, and methods other than those of a path with 405. */
export function refuseMethod(methods: string[]): RequestHandler {
  const all = new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods).add('OPTIONS');
  const allow = [...all].join(', ');
  return ({ method }, response, next) => {
    if (method === 'OPTIONS') {
      response.set('Allow', allow).status(204).end();
    } else if (all.has(method)) {
      next();
    } else {
      throw new Problem('method-not-allowed', `This path takes ${allow}.`, {
        headers: { Allow: allow },
      });
    }
  };
}

/** Compiled on first use; it stops at the first error. Formats are left to tsoa. */
function validator(ajv: Ajv, route: string, method: string): (body: unknown) => FieldError | null {
  const pointer = ['paths', route, method, 'requestBody', 'content', 'application/json', 'schema']
    .map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  let validate: ValidateFunction | undefined;
  return body => {
    validate ??= ajv.compile({ $ref: `document#/${pointer}` });
    return validate(body) ? null : toFieldError(validate.errors![0]!);
  };
}

/** `/departments/17` is `departments[17]` to the client. */
function toFieldError({ instancePath, keyword, params, message }: ErrorObject): FieldError {
  const path = instancePath
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .slice(1);
  if (keyword === 'additionalProperties') {
    const { additionalProperty } = params as { additionalProperty: string };
    const field = path === '' ? additionalProperty : `${path}.${additionalProperty}`;
    return { field, message: 'is not a property that this call takes' };
  }
  return { field: path || 'the body', message: message ?? 'is not valid' };
}

function resolve({ components }: OpenApiDocument, schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1);
  if (name === undefined) return schema;
  return (components as { schemas?: Record<string, Schema> } | undefined)?.schemas?.[name];
}
