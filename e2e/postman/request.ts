import { type Document, type Operation, parametersOf, type Schema } from './document.js';
import type { Step } from './runs.js';

interface Entry {
  key: string;
  value: string;
  disabled?: boolean;
}

export interface PostmanRequest {
  method: string;
  url: { path: string[]; variable: Entry[]; query: Entry[] };
  header: Entry[];
  body?: { mode?: string; raw?: string };
  auth?: unknown;
}

const KEPT_HEADERS = ['Accept', 'Content-Type'];

/**
 * Completes a converted request so that it can be sent: credentials and path parameters come from the environment;
 * optional parameters are present but disabled.
 */
export function finishRequest(
  request: PostmanRequest,
  operation: Operation,
  document: Document,
  { send, secret, query: sent = {}, type }: Step & { secret: string },
) {
  const documented = new Map((operation.parameters ?? []).map(each => [each.name, each]));
  const isRequired = ({ key }: Entry) => documented.get(key)?.required === true;
  const disable = (entry: Entry) => {
    entry.disabled = true;
    // The converter invents a value if the document has none.
    if (!hasValue(documented.get(entry.key)?.schema, document)) entry.value = '';
  };

  for (const variable of request.url.variable) variable.value = `{{${variable.key}}}`;
  for (const query of request.url.query) {
    if (query.key in sent) query.value = sent[query.key]!;
    else if (isRequired(query)) query.value = `{{${query.key}}}`;
    else disable(query);
  }
  for (const header of request.header) {
    if (header.key === 'Idempotency-Key') header.value = '{{$guid}}';
    else if (!KEPT_HEADERS.includes(header.key) && !isRequired(header)) disable(header);
  }
  if (type) {
    request.header.find(({ key }) => key === 'Content-Type')!.value = type;
    request.body = { mode: 'raw' };
  }
  if (send) request.body = { ...request.body, raw: toText(send) };
  else if (request.body?.raw) request.body.raw = withPathVariables(request.body.raw, document);
  request.auth = authOf(operation, document, secret);
}

function toText(send: object | string) {
  return typeof send === 'string' ? send : JSON.stringify(send, null, 2);
}

/** Whether the document has a value for a schema. */
function hasValue(schema: Schema | undefined, document: Document): boolean {
  if (!schema) return false;
  if (schema.$ref) {
    return hasValue(document.components.schemas[schema.$ref.split('/').at(-1)!], document);
  }
  if (schema.items) return hasValue(schema.items, document);
  return ['default', 'enum', 'example'].some(keyword => keyword in schema);
}

/** Replaces examples of path parameters with variables of the environment. */
function withPathVariables(body: string, document: Document) {
  return parametersOf(document)
    .filter(parameter => parameter.in === 'path' && typeof parameter.example === 'string')
    .reduce(
      (text, { name, example }) => text.replaceAll(`"${String(example)}"`, `"{{${name}}}"`),
      body,
    );
}

/** Uses the first security scheme with the secret in a variable. */
function authOf({ security = [] }: Operation, { components }: Document, secret: string) {
  const [name] = security.flatMap(requirement => Object.keys(requirement));
  const scheme = name === undefined ? undefined : components.securitySchemes[name];
  // Postman keeps cookies in its jar.
  if (scheme === undefined || scheme.in === 'cookie') return { type: 'noauth' };
  const variable = `{{${secret}}}`;
  return scheme.type === 'http'
    ? { type: 'bearer', bearer: [{ key: 'token', value: variable, type: 'string' }] }
    : {
        type: 'apikey',
        apikey: [
          { key: 'key', value: scheme.name, type: 'string' },
          { key: 'value', value: variable, type: 'string' },
          { key: 'in', value: scheme.in, type: 'string' },
        ],
      };
}
