import {
  type Document,
  type Operation,
  resolveResponse,
  toSelfContainedSchema,
} from './document.js';
import type { Step } from './runs.js';

/** Not NDJSON, whose documented schema is a string. */
const JSON_TYPE = /[/+]json$/;

/** Requests of operators and key managers use the caller's credential, and are refused, until another is filled in. */
const OWN: Readonly<Record<string, string>> = {
  operatorSecret: 'secret',
  managerKey: 'versioningKey',
};

function unlessOwn(secret: string | undefined): string {
  const own = secret === undefined ? undefined : OWN[secret];
  return own === undefined ? '' : `pm.variables.get('${secret}') === '{{${own}}}' ? [403] : `;
}

/** Returns a request's test script: assertions on the response, and values for later requests. */
export function testScript(operation: Operation, document: Document, step: Step = {}) {
  // The block keeps names separate from those in scripts added by other tools.
  const exec = ['{', ...assertions(operation, document, step), ...remember(step.remember), '}'];
  return { listen: 'test', script: { type: 'text/javascript', exec } };
}

/** Checks status, media type and schema in JavaScript for Postman's sandbox. */
function assertions({ responses }: Operation, document: Document, { answers, secret }: Step) {
  const successes = Object.keys(responses)
    .map(Number)
    .filter(status => status >= 200 && status < 400);
  const expected = answers ?? successes;
  const contents = [...expected, 403].map(
    status => [status, resolveResponse(responses[status], document).content ?? {}] as const,
  );
  const schemas = contents.flatMap(([status, content]) =>
    Object.entries(content).flatMap(([type, { schema }]) =>
      JSON_TYPE.test(type) && schema ? [[status, toSelfContainedSchema(schema, document)]] : [],
    ),
  );
  const types = contents.map(([status, content]) => [status, Object.keys(content)]);
  return [
    `const statuses = ${unlessOwn(secret)}${JSON.stringify(expected)};`,
    "pm.test('has the status ' + statuses.join(' or '), () => {",
    '  pm.expect(pm.response.code).to.be.oneOf(statuses);',
    '});',
    `const types = ${JSON.stringify(Object.fromEntries(types))}[pm.response.code] || [];`,
    "const type = (pm.response.headers.get('Content-Type') || '').split(';')[0];",
    "if (types.length > 0) pm.test('has the media type ' + types.join(' or '), () => {",
    '  pm.expect(type).to.be.oneOf(types);',
    '});',
    `const schema = ${JSON.stringify(Object.fromEntries(schemas))}[pm.response.code];`,
    `if (schema && ${JSON_TYPE}.test(type)) pm.test('the body is as documented', () => {`,
    '  pm.response.to.have.jsonSchema(schema);',
    '});',
  ];
}

/** Keeps a variable's value if the response has none. */
function remember(variables: Record<string, string> = {}) {
  const entries = Object.entries(variables);
  if (entries.length === 0) return [];
  return [
    `const body = ${JSON_TYPE}.test(type) ? pm.response.json() : null;`,
    `const found = { ${entries.map(([name, expression]) => `${name}: ${expression}`).join(', ')} };`,
    'for (const [name, value] of Object.entries(found)) {',
    '  if (value !== undefined) pm.environment.set(name, value);',
    '}',
  ];
}
