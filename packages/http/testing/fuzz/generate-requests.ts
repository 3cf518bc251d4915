import fc from 'fast-check';
import type { OpenApiDocument } from '../../src/operations';
import { contents } from './contents';
import { headerText } from './header-text';
import { type Schema, SchemaValues } from './schema-values';
import { type Parameter, targets } from './targets';

/** A request as bytes on a connection can be, well-formed or not. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query, percent-encoded or not. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

export interface FuzzWorld {
  /** Headers of every kind of credential, right and wrong; none among them. */
  readonly credentials: readonly FuzzRequest['headers'][];
  /** Values that mean something to the service: ids, handles, slugs. */
  readonly values: readonly string[];
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch'];

/**
 * Requests for every operation of a document: valid by its schemas, invalid, and mutated, with every kind of
 * credential. Those with other methods and unknown paths are among them.
 */
export function fuzzRequests(
  document: OpenApiDocument,
  world: FuzzWorld,
): fc.Arbitrary<FuzzRequest> {
  const values = new SchemaValues(document, world.values);
  const requests = operationsOf(document).map(({ route, method, operation }) => {
    const [media] = Object.values(operation.requestBody?.content ?? {});
    return fc
      .record({
        target: targets(values, route, operation.parameters ?? []),
        content: contents(values, media?.schema),
        credential: fc.constantFrom(...world.credentials),
        method: fc.oneof(
          { weight: 30, arbitrary: fc.constant(method) },
          fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'),
        ),
        further: furtherHeaders(values),
      })
      .map(({ target, content, credential, method: verb, further }) => ({
        method: verb,
        path: target.path,
        headers: [...target.headers, ...credential, ...further, ...content.headers],
        ...('body' in content ? { body: content.body } : {}),
      }));
  });
  return fc.oneof(...requests);
}

function operationsOf({ paths }: OpenApiDocument) {
  return Object.entries(paths).flatMap(([route, item]) =>
    METHODS.flatMap(method => {
      const operation = (item as Readonly<Record<string, Operation | undefined>>)[method];
      return operation ? [{ route, method: method.toUpperCase(), operation }] : [];
    }),
  );
}

function furtherHeaders({ nasty }: SchemaValues): fc.Arbitrary<FuzzRequest['headers']> {
  const none = fc.constant<FuzzRequest['headers']>([]);
  const names = ['Origin', 'X-Request-Id', 'Accept'];
  return fc.oneof(
    { weight: 20, arbitrary: none },
    ...names.map(name => nasty.map(value => [[name, headerText(value)] as const])),
  );
}
