/**
 * Makes a converted request one that works when it is sent: credentials and what the path names come from
 * the environment, what may be left out is there but switched off. A step of the run may say what else to
 * send, and with which secret.
 */
export function finishRequest(request, operation, document, { send, secret } = {}) {
  const documented = new Map((operation.parameters ?? []).map(each => [each.name, each]));
  const isRequired = ({ key }) => documented.get(key)?.required === true;
  // The converter makes up what nothing is known of.
  const switchOff = given => {
    given.disabled = true;
    if (!hasValues(documented.get(given.key)?.schema, document)) given.value = '';
  };

  for (const variable of request.url.variable) variable.value = `{{${variable.key}}}`;
  for (const query of request.url.query) {
    if (isRequired(query)) query.value = `{{${query.key}}}`;
    else switchOff(query);
  }
  for (const header of request.header) {
    if (header.key === 'Idempotency-Key') header.value = '{{$guid}}';
    else if (!KEPT_HEADERS.includes(header.key) && !isRequired(header)) switchOff(header);
  }
  if (send) request.body.raw = typeof send === 'string' ? send : JSON.stringify(send, null, 2);
  else if (request.body?.raw) request.body.raw = withPathVariables(request.body.raw, document);
  request.auth = authOf(operation, document, secret);
}

const KEPT_HEADERS = ['Accept', 'Content-Type'];

/** Whether a document says what a value of a schema may be. */
function hasValues({ $ref, items, ...schema } = {}, document) {
  if ($ref) return hasValues(document.components.schemas[$ref.split('/').at(-1)], document);
  if (items) return hasValues(items, document);
  return ['default', 'enum', 'example'].some(keyword => keyword in schema);
}

/** What the path of another request names by a variable is named by it here too. */
function withPathVariables(body, { paths }) {
  const inPaths = Object.values(paths)
    .flatMap(item => Object.values(item).flatMap(({ parameters = [] }) => parameters))
    .filter(parameter => parameter.in === 'path' && typeof parameter.example === 'string');
  return inPaths.reduce(
    (text, { name, example }) => text.replaceAll(`"${example}"`, `"{{${name}}}"`),
    body,
  );
}

/** The first way in that a document names; its secret is the variable of the scheme's name, unless another is. */
function authOf({ security = [] }, { components }, secret) {
  const [name] = security.flatMap(Object.keys);
  const scheme = components.securitySchemes[name];
  // Cookies are in Postman's jar.
  if (scheme === undefined || scheme.in === 'cookie') return { type: 'noauth' };
  const variable = `{{${secret ?? name[0].toLowerCase() + name.slice(1)}}}`;
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
