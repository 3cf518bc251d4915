import http from 'node:http';
import fc from 'fast-check';
import type { OpenApiDocument } from '../src/operations';

type Headers = readonly (readonly [name: string, value: string])[];

/** A request, well-formed or not. */
interface FuzzRequest {
  readonly method: string;
  /** Path and query, percent-encoded or not. */
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string;
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

interface FuzzOptions {
  readonly url: string;
  readonly document: OpenApiDocument;
  readonly count: number;
  readonly seed: number;
  /** Headers for every kind of credential, valid and invalid, including none. */
  readonly credentials: readonly Headers[];
  /** Values known to the service: IDs, handles, slugs. */
  readonly values: readonly string[];
  /** Credentials and hashes that no response may contain. */
  readonly secrets: readonly string[];
  /** All problem codes of the service. */
  readonly codes: readonly string[];
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
  readonly example?: unknown;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

/** Values that tend to break parsers, databases and headers. */
const NASTY = [
  ...['', ' ', '\0', 'a\0b', '\r\n', '\ud800', '\u202e', 'ﬁ İ K ß', '😀', '%', '%00', '%ff', '\\'],
  ...["'", '"', '`', ';', '--', '$1', '{}', '[]', 'null', 'NaN', '-1', '0', '1e309', '-0', '1.5'],
  ...['9007199254740993', '99999999999999999999', '0x10', '١٢', '__proto__', 'constructor'],
  ...['../../etc/passwd', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '<script>'],
  ...["' or 1=1 --", '2026-W10-1', '2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z'],
  ...['a'.repeat(5_000), '00000000-0000-0000-0000-000000000000'],
];

/** Internals that must not leak: a stack, a file, a statement, a hash. */
const INTERNALS =
  /\n\s+at |node_modules|\.ts:\d|\.js:\d|PrismaClient|select .+ from |insert into |syntax error at or near|violates |relation "|column "|\$2[aby]\$\d\d\$/i;

/**
 * Sends generated requests to every operation of a document. Fails with a minimal request if a response has a 5xx status
 * other than 501 and 503, lacks a known code, or contains a secret or internals. `watchContract` compares responses with
 * the document.
 * @returns the number of responses by status
 */
export async function fuzz(options: FuzzOptions): Promise<Record<number, number>> {
  const { url, count, seed } = options;
  const agent = new http.Agent({ keepAlive: true });
  const statuses: Record<number, number> = {};
  const isHarmless = fc.asyncProperty(requests(options), async request => {
    const sent = JSON.stringify(request).slice(0, 1_000);
    const reply = await send(url, request, agent).catch((error: unknown) => {
      throw new Error(`no response to ${sent}`, { cause: error });
    });
    statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
    const fault = faultOf(reply, options);
    if (fault !== null) throw new Error(`${fault} to ${sent}: ${reply.text.slice(0, 300)}`);
  });
  await fc.assert(isHarmless, { numRuns: count, seed }).finally(() => agent.destroy());
  return statuses;
}

function send(url: string, { path, body, ...request }: FuzzRequest, agent: http.Agent) {
  const length = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  const headers = ['Host', new URL(url).host, ...length, ...request.headers.flat()];
  return new Promise<Reply>((resolve, reject) => {
    http
      .request(url, { path, method: request.method, headers, agent, timeout: 60_000 }, response => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject).on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, type: headers['content-type'] ?? '', text });
        });
      })
      .on('timeout', () => reject(new Error('no response in a minute')))
      .on('error', reject)
      .end(body);
  });
}

function faultOf({ status, type, text }: Reply, { secrets, codes }: FuzzOptions): string | null {
  if (secrets.some(secret => text.includes(secret))) return `${status} contains a secret`;
  if (status >= 500 && status !== 501 && status !== 503) return String(status);
  if (!type.includes('json') || text === '') return null;
  if (INTERNALS.test(text)) return `${status} shows ${INTERNALS.exec(text)![0]}`;
  if (status < 400 || status >= 500) return null;
  const { code, Code } = JSON.parse(text) as { code?: string; Code?: string };
  return codes.includes((code ?? Code)!) ? null : `${status} with the code ${code ?? Code}`;
}

/** Generates valid, invalid and mutated requests from a document's schemas, including other methods and unknown paths. */
function requests({ document, credentials, values }: FuzzOptions): fc.Arbitrary<FuzzRequest> {
  const { schemas } = (document as unknown as { components: { schemas: Record<string, Schema> } })
    .components;
  const text = fc.oneof(
    fc.constantFrom(...values),
    fc.constantFrom(...NASTY),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );

  /** Mostly valid values, at any depth. */
  const loose = (schema: Schema): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 20, arbitrary: valueOf(schema) }, text, fc.jsonValue());

  function valueOf(schema: Schema): fc.Arbitrary<unknown> {
    const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
    if (reference) return valueOf(schemas[reference.slice(reference.lastIndexOf('/') + 1)]!);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.format === 'date-time')
      return fc.date({ noInvalidDate: true }).map(date => date.toISOString());
    switch (schema.type) {
      case 'boolean':
        return fc.boolean();
      case 'integer':
      case 'number':
        return fc.integer({ min: -2, max: 300 });
      case 'array':
        return fc.array(loose(schema.items ?? {}), { maxLength: 4 });
      case 'object': {
        const properties = Object.entries(schema.properties ?? {});
        const inside = Object.fromEntries(properties.map(([name, each]) => [name, loose(each)]));
        return fc.record(inside, { requiredKeys: [...(schema.required ?? [])] });
      }
      default:
        return fc.constantFrom(...values, schema.example ?? 'a');
    }
  }

  function contents(
    schema: Schema | undefined,
  ): fc.Arbitrary<Partial<Pick<FuzzRequest, 'headers' | 'body'>>> {
    const json = loose(schema ?? {}).map(value => JSON.stringify(value));
    const body = fc.oneof(
      { weight: 10, arbitrary: json },
      fc.tuple(json, fc.nat(50)).map(([whole, at]) => whole.slice(0, at)),
      fc.nat(2_000).map(depth => '['.repeat(depth) + ']'.repeat(depth)),
      fc.nat(30_000).map(length => `{"measurements":[${'0,'.repeat(length)}0]}`),
      text,
    );
    const type = fc.oneof(
      { weight: 12, arbitrary: fc.constant('application/json') },
      fc.constantFrom('application/json; charset=x', 'text/plain', 'a/b; c', 'text/csv'),
    );
    const encoding = fc.oneof(
      { weight: 20, arbitrary: fc.constant('identity') },
      fc.constantFrom('gzip', 'br', 'nonsense'),
    );
    const sent = fc.record({ body, type, encoding }).map(({ body: content, ...head }) => ({
      body: content,
      headers: [
        ['Content-Type', head.type],
        ['Content-Encoding', head.encoding],
      ] as const,
    }));
    const [often, seldom] = schema ? [sent, fc.constant({})] : [fc.constant({}), sent];
    return fc.oneof({ weight: 12, arbitrary: often }, seldom);
  }

  /** Generates each parameter once, twice or not at all. */
  const parametersOf = ({ parameters = [] }: Operation) =>
    fc.tuple(
      ...parameters.map(({ name, in: place, schema }) => {
        const value = loose(schema).map(each =>
          typeof each === 'string' ? each : JSON.stringify(each),
        );
        const all = fc.oneof(
          { weight: 9, arbitrary: fc.array(value, { maxLength: 1 }) },
          fc.tuple(value, value),
        );
        return all.map(list => ({ name, place, list }));
      }),
    );

  const operations = Object.entries(document.paths).flatMap(([route, item]) =>
    Object.entries(item as Record<string, Operation>)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({ route, method: method.toUpperCase(), operation })),
  );
  return fc.oneof(
    ...operations.map(({ route, method, operation }) => {
      const [media] = Object.values(operation.requestBody?.content ?? {});
      return fc
        .record({
          sent: parametersOf(operation),
          unknown: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, fc.tuple(text, text)),
          isRaw: fc.boolean(),
          content: contents(media?.schema),
          credential: fc.constantFrom(...credentials),
          further: fc.oneof(
            { weight: 20, arbitrary: fc.constant([]) },
            fc.tuple(fc.constantFrom('Origin', 'X-Request-Id', 'Accept'), text).map(each => [each]),
          ),
          method: fc.oneof(
            { weight: 30, arbitrary: fc.constant(method) },
            fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'),
          ),
        })
        .map(({ sent, unknown, isRaw, content, credential, further, method: verb }) => {
          const encode = isRaw ? encodeLoosely : encodeFully;
          const at = (where: string) =>
            sent
              .filter(({ place }) => place === where)
              .flatMap(({ name, list }) => list.map(each => [name, each] as const));
          const inPath = new Map(at('path'));
          const query = [...at('query'), ...(unknown ? [unknown] : [])]
            .map(([name, value]) => `${encode(name)}=${encode(value)}`)
            .join('&');
          const path = route.replace(/\{(\w+)\}/g, (_, name: string) =>
            encode(inPath.get(name) ?? 'x'),
          );
          return {
            method: verb,
            path: query === '' ? path : `${path}?${query}`,
            ...content,
            headers: [...at('header'), ...credential, ...further, ...(content.headers ?? [])].map(
              ([name, value]) => [name, headerText(value)] as const,
            ),
          };
        });
    }),
  );
}

/** Reduces text to what a header may contain: Latin-1 without control characters. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 2_000);
}

function encodeFully(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

/** Keeps what a request line may contain: lone percent signs, brackets, slashes. */
function encodeLoosely(text: string): string {
  return encodeURI(wellFormed(text)).replaceAll('%25', '%').replaceAll('#', '%23');
}

/** Replaces lone surrogates, which cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
