import fc from 'fast-check';
import type { OpenApiDocument } from '../../src/operations';

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

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly nullable?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly example?: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch'];

/** What breaks parsers, databases and headers. */
const NASTY = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\r\n',
    '\ud800',
    '\u202e',
    'ﬁ İ K ß',
    '😀',
    '%',
    '%00',
    '%ff',
    '\\',
    "'",
  ],
  ...['"', '`', ';', '--', '$1', '${x}', '{}', '[]', 'null', 'undefined', 'NaN', 'true', '-1', '0'],
  ...['1e309', '-0', '9007199254740993', '99999999999999999999', '1.5', '0x10', '١٢'],
  ...['../../etc/passwd', '//evil.example', '/\\evil.example', 'javascript:alert(1)'],
  ...["' or 1=1 --", "'; drop table reporting.account; --", '<script>', '__proto__', 'constructor'],
  ...['2026-W10-1', '20260101T000000Z', '2026-01-01T00:00:00+00', '-2026-01-01T00:00:00Z'],
  ...['2026-02-30T00:00:00Z', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00Z', 'a'.repeat(5_000)],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
];

/**
 * Requests for every operation of a document: valid by its schemas, invalid, and mutated, with every kind of
 * credential. Those with other methods and unknown paths are among them.
 */
export function fuzzRequests(
  document: OpenApiDocument,
  world: FuzzWorld,
): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([route, item]) =>
    METHODS.flatMap(method => {
      const operation = (item as Readonly<Record<string, Operation | undefined>>)[method];
      return operation ? [{ route, method: method.toUpperCase(), operation }] : [];
    }),
  );
  const schemas = (document as unknown as { components: { schemas: Record<string, Schema> } })
    .components.schemas;
  const nasty = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 40 }));
  const known = fc.constantFrom(...world.values);

  const resolve = (schema: Schema): Schema => {
    const reference = schema.$ref ?? schema.allOf?.find(({ $ref }) => $ref)?.$ref;
    return reference === undefined
      ? schema
      : resolve(schemas[reference.slice(reference.lastIndexOf('/') + 1)]!);
  };

  /** A value that a schema takes, more or less: patterns and lengths are left to chance. */
  const valueOf = (given: Schema): fc.Arbitrary<unknown> => {
    const schema = resolve(given);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'boolean':
        return fc.boolean();
      case 'integer':
      case 'number':
        return fc.integer({ min: schema.minimum ?? -2, max: schema.maximum ?? 300 });
      case 'array':
        return fc.array(valueOf(schema.items ?? {}), { maxLength: 4 });
      case 'object':
        return fc.record(
          Object.fromEntries(
            Object.entries(schema.properties ?? {}).map(([name, type]) => [name, valueOf(type)]),
          ),
          { requiredKeys: [...(schema.required ?? [])] },
        );
      default:
        return textOf(schema);
    }
  };

  const textOf = ({ format, example }: Schema): fc.Arbitrary<string> => {
    const usual = typeof example === 'string' ? [fc.constant(example)] : [];
    if (format === 'uuid') return fc.oneof({ weight: 5, arbitrary: known }, fc.uuid());
    if (format === 'date-time')
      return fc.date({ noInvalidDate: true }).map(date => date.toISOString());
    return fc.oneof(known, fc.string({ maxLength: 20 }), ...usual);
  };

  /** Mostly what the schema takes, at times anything. */
  const looseValueOf = (schema: Schema): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 6, arbitrary: valueOf(schema) }, nasty, known);

  const bodyOf = (operation: Operation): fc.Arbitrary<Pick<FuzzRequest, 'headers' | 'body'>> => {
    const [schema] = Object.values(operation.requestBody?.content ?? {}).map(media => media.schema);
    const right = schema ? valueOf(schema) : fc.constant({});
    const json = fc.oneof(
      { weight: 5, arbitrary: right },
      {
        weight: 3,
        arbitrary: fc.tuple(right, fc.nat(), fc.oneof(nasty, fc.jsonValue())).map(mutate),
      },
      fc.jsonValue(),
    );
    const text = fc.oneof(
      { weight: 10, arbitrary: json.map(value => JSON.stringify(value)) },
      fc.tuple(json, fc.nat()).map(([value, at]) => JSON.stringify(value).slice(0, at % 50)),
      fc.integer({ min: 1, max: 2_000 }).map(depth => '['.repeat(depth) + ']'.repeat(depth)),
      fc
        .integer({ min: 1, max: 30_000 })
        .map(length => `{"measurements":[${'0,'.repeat(length)}0]}`),
      nasty,
    );
    const type = fc.oneof(
      { weight: 12, arbitrary: fc.constant('application/json') },
      fc.constantFrom(
        ...['application/json; charset=utf-8', 'application/json; charset=utf8', 'text/plain', ''],
        ...['application/json; charset=x', 'application/x-www-form-urlencoded', 'a/b; c'],
      ),
    );
    const encoding = fc.oneof(
      { weight: 20, arbitrary: fc.constant<FuzzRequest['headers']>([]) },
      fc.constantFrom<FuzzRequest['headers']>(
        [['Content-Encoding', 'gzip']],
        [['Content-Encoding', 'br']],
        [['Content-Encoding', 'identity']],
        [['Content-Encoding', 'nonsense']],
      ),
    );
    const sent = fc.tuple(text, type, encoding).map(([body, media, more]) => ({
      headers: [['Content-Type', media] as const, ...more],
      body,
    }));
    const nothing = fc.constant({ headers: [] });
    return schema
      ? fc.oneof({ weight: 12, arbitrary: sent }, nothing)
      : fc.oneof({ weight: 12, arbitrary: nothing }, sent);
  };

  const targetOf = (route: string, { parameters = [] }: Operation) => {
    const values = parameters.map(({ name, in: place, required, schema }) => {
      const value = looseValueOf(schema);
      const values =
        place === 'query' && resolve(schema).type === 'array'
          ? value.map(each => (Array.isArray(each) ? each : [each]))
          : value.map(each => [each]);
      const several = fc.tuple(values, values).map(([one, other]) => [...one, ...other]);
      const given = fc.oneof({ weight: 9, arbitrary: values }, several);
      const absence = required === true ? 1 : 4;
      return fc
        .oneof({ weight: 6, arbitrary: given }, { weight: absence, arbitrary: fc.constant([]) })
        .map(list => ({ name, place, list: list.map(each => textFor(each)) }));
    });
    const unknown = fc.oneof(
      { weight: 12, arbitrary: fc.constant<[string, string][]>([]) },
      fc.array(fc.tuple(nasty, nasty), { minLength: 1, maxLength: 2 }),
    );
    return fc.tuple(fc.tuple(...values), unknown, fc.boolean()).map(([given, more, isRaw]) => {
      const encode = isRaw ? encodeLoosely : encodeFully;
      let path = route;
      const query: string[] = [];
      const headers: [string, string][] = [];
      for (const { name, place, list } of given) {
        if (place === 'path') path = path.replace(`{${name}}`, encode(list[0] ?? 'x'));
        else if (place === 'query') query.push(...list.map(each => `${name}=${encode(each)}`));
        else headers.push(...list.map(each => [name, headerText(each)] as [string, string]));
      }
      query.push(...more.map(([name, value]) => `${encode(name)}=${encode(value)}`));
      return { path: query.length > 0 ? `${path}?${query.join('&')}` : path, headers };
    });
  };

  const requests = operations.map(({ route, method, operation }) =>
    fc
      .record({
        target: targetOf(route, operation),
        content: bodyOf(operation),
        credential: fc.constantFrom(...world.credentials),
        method: fc.oneof(
          { weight: 30, arbitrary: fc.constant(method) },
          fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'),
        ),
        origin: fc.oneof(
          { weight: 20, arbitrary: fc.constant<[string, string][]>([]) },
          nasty.map(value => [['Origin', headerText(value)] as [string, string]]),
          nasty.map(value => [['X-Request-Id', headerText(value)] as [string, string]]),
          nasty.map(value => [['Accept', headerText(value)] as [string, string]]),
        ),
      })
      .map(({ target, content, credential, method: verb, origin }) => ({
        method: verb,
        path: target.path,
        headers: [...target.headers, ...credential, ...origin, ...content.headers],
        ...('body' in content ? { body: content.body } : {}),
      })),
  );
  return fc.oneof(...requests);
}

/** Replaces, adds or removes something at a place of a value. */
function mutate([value, at, other]: [unknown, number, unknown]): unknown {
  if (typeof value !== 'object' || value === null) return other;
  const names = Object.keys(value);
  const name = names[at % (names.length + 1)] ?? String(other).slice(0, 20);
  const copy = { ...(value as Record<string, unknown>) };
  if (at % 3 === 0) Reflect.deleteProperty(copy, name);
  else copy[name] = at % 3 === 1 ? other : mutate([copy[name], Math.floor(at / 3), other]);
  return Array.isArray(value) ? Object.values(copy) : copy;
}

function textFor(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function encodeFully(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

/** Leaves what a request line may hold as it is: lone percent signs, brackets, slashes. */
function encodeLoosely(text: string): string {
  return encodeURI(wellFormed(text)).replaceAll('%25', '%').replaceAll('#', '%23');
}

/** Without lone surrogates, which cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Latin-1 without control characters is what a header can be sent with. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 2_000);
}
