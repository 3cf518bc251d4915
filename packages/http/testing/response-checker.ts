import type { OutgoingHttpHeaders } from 'node:http';
import type { OpenApiDocument } from '../src/operations';
import { schemaChecker } from './schema-checker';

export interface ObservedResponse {
  readonly method: string;
  /** The documented path. */
  readonly route: string;
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
}

interface DocumentedResponse {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Headers for HTTP, browsers and caches, which operations do not document. */
const TRANSPORT_HEADERS = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  ...['cache-control', 'vary'],
  ...['access-control-allow-credentials', 'access-control-allow-origin'],
  ...['access-control-expose-headers'],
  ...['content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy'],
  ...['origin-agent-cluster', 'referrer-policy', 'strict-transport-security'],
  ...['x-content-type-options', 'x-dns-prefetch-control', 'x-download-options', 'x-frame-options'],
  ...['x-permitted-cross-domain-policies', 'x-xss-protection'],
]);

/** Returns a function that lists how a response deviates from an OpenAPI 3.0 document. */
export function responseChecker(
  document: OpenApiDocument,
): (observed: ObservedResponse) => string[] {
  const checkSchema = schemaChecker(document);
  const { responses: sharedResponses = {} } = (document.components ?? {}) as {
    responses?: Record<string, DocumentedResponse>;
  };

  return ({ method, route, status, headers, text }) => {
    const operation = method === 'HEAD' ? 'get' : method.toLowerCase();
    const { responses } = document.paths[route]![operation] as {
      responses: Record<string, DocumentedResponse>;
    };
    const entry = responses[status];
    if (!entry) return ['the status is not documented'];
    const shared = entry.$ref?.split('/').at(-1);
    const documented = shared === undefined ? entry : sharedResponses[shared]!;
    const faults = findHeaderFaults(documented, headers);

    const type = (headers['content-type'] ?? '').split(';')[0]!;
    const types = Object.keys(documented.content ?? {});
    if (type !== '' || (text !== '' && method !== 'HEAD')) {
      if (!types.includes(type)) return [...faults, `the media type ${type} is not documented`];
    } else if (types.length > 0) faults.push(`the media type is missing: ${types.join(' or ')}`);
    const isLines = type === 'application/x-ndjson';
    if (!(isLines || /[/+]json$/.test(type)) || method === 'HEAD') return faults;

    const response =
      shared === undefined
        ? ['paths', route, operation, 'responses', String(status)]
        : ['components', 'responses', shared];
    const place = [...response, 'content', type, 'schema'];
    const values = (isLines ? text.split('\n').filter(Boolean) : [text]).map(parse);
    if (values.includes(undefined)) return [...faults, 'the body is not JSON'];
    return [...faults, ...values.flatMap(value => checkSchema(place, value))];
  };
}

function findHeaderFaults(
  { headers: documented = {} }: DocumentedResponse,
  headers: OutgoingHttpHeaders,
): string[] {
  const known = new Set(Object.keys(documented).map(name => name.toLowerCase()));
  const missing = Object.entries(documented)
    .filter(([name, { required }]) => required && headers[name.toLowerCase()] === undefined)
    .map(([name]) => `the header ${name} is missing`);
  const undeclared = Object.keys(headers)
    .filter(name => !known.has(name) && !TRANSPORT_HEADERS.has(name))
    .map(name => `the header ${name} is not documented`);
  return [...missing, ...undeclared];
}

/** Returns undefined if the text is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
