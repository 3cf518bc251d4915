/**
 * Makes a converted request one that works when it is sent: credentials and what the path names come from
 * the environment, what may be left out is there but switched off.
 */
export function finishRequest(request, operation, document) {
  const parameters = operation.parameters ?? [];
  const isRequired = ({ key }) =>
    parameters.some(({ name, required }) => name === key && required === true);

  for (const variable of request.url.variable) variable.value = `{{${variable.key}}}`;
  for (const query of request.url.query) {
    query.disabled = !isRequired(query);
    if (!query.disabled) query.value = `{{${query.key}}}`;
  }
  for (const header of request.header) {
    if (header.key === 'Idempotency-Key') header.value = '{{$guid}}';
    else if (!KEPT_HEADERS.includes(header.key)) header.disabled = !isRequired(header);
  }
  if (request.body?.raw) request.body.raw = withPathVariables(request.body.raw, document);
  request.auth = authOf(operation, document);
}

const KEPT_HEADERS = ['Accept', 'Content-Type'];

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

/** The first way in that a document names; its secret is the variable of the scheme's name. */
function authOf({ security = [] }, { components }) {
  const [name] = security.flatMap(Object.keys);
  if (name === undefined) return { type: 'noauth' };
  const variable = `{{${name[0].toLowerCase()}${name.slice(1)}}}`;
  const scheme = components.securitySchemes[name];
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
