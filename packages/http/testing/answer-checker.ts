import type { OutgoingHttpHeaders } from 'node:http';
import type { OpenApiDocument } from '../src/operations';
import { schemaChecker } from './schema-checker';

export interface Answer {
  readonly method: string;
  /** The path as documented. */
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

/** What HTTP, browsers and caches are told, not the caller of an operation. */
const OF_THE_TRANSPORT = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  ...['cache-control', 'content-disposition', 'vary'],
  ...['access-control-allow-credentials', 'access-control-allow-origin'],
  ...['access-control-expose-headers'],
  ...['content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy'],
  ...['origin-agent-cluster', 'referrer-policy', 'strict-transport-security'],
  ...['x-content-type-options', 'x-dns-prefetch-control', 'x-download-options', 'x-frame-options'],
  ...['x-permitted-cross-domain-policies', 'x-xss-protection'],
]);

/** Says in what an answer differs from what an OpenAPI 3.0 document says of it; in nothing: an empty list. */
export function answerChecker(document: OpenApiDocument): (answer: Answer) => string[] {
  const complaintsOfSchema = schemaChecker(document);
  const { responses: sharedResponses = {} } = (document.components ?? {}) as {
    responses?: Record<string, DocumentedResponse>;
  };

  return ({ method, route, status, headers, text }) => {
    const operation = method === 'HEAD' ? 'get' : method.toLowerCase();
    const { responses } = document.paths[route]![operation] as {
      responses: Record<string, DocumentedResponse>;
    };
    const given = responses[status];
    if (!given) return ['the status is not documented'];
    const shared = given.$ref?.split('/').at(-1);
    const documented = shared === undefined ? given : sharedResponses[shared]!;
    const complaints = headerComplaints(documented, headers);

    const type = (headers['content-type'] ?? '').split(';')[0]!;
    const types = Object.keys(documented.content ?? {});
    if (type !== '' || (text !== '' && method !== 'HEAD')) {
      if (!types.includes(type)) return [...complaints, `the media type ${type} is not documented`];
    } else if (types.length > 0) complaints.push(`it lacks its media type, ${types.join(' or ')}`);
    if (!/[/+]json$/.test(type) || method === 'HEAD') return complaints;

    const response =
      shared === undefined
        ? ['paths', route, operation, 'responses', String(status)]
        : ['components', 'responses', shared];
    const place = [...response, 'content', type, 'schema'];
    const body = parse(text);
    if (body === undefined) return [...complaints, 'the body is not JSON'];
    return [...complaints, ...complaintsOfSchema(place, body)];
  };
}

function headerComplaints(
  { headers: documented = {} }: DocumentedResponse,
  headers: OutgoingHttpHeaders,
): string[] {
  const known = new Set(Object.keys(documented).map(name => name.toLowerCase()));
  const missing = Object.entries(documented)
    .filter(([name, { required }]) => required && headers[name.toLowerCase()] === undefined)
    .map(([name]) => `it lacks the header ${name}`);
  const undeclared = Object.keys(headers)
    .filter(name => !known.has(name) && !OF_THE_TRANSPORT.has(name))
    .map(name => `the header ${name} is not documented`);
  return [...missing, ...undeclared];
}

/** Undefined for what is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
