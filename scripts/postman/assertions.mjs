import { selfContained } from './json-schema.mjs';

/**
 * What a request's answer is held to: the statuses that are right, one of the documented media types, and
 * the schema documented for it. In the sandbox's JavaScript, since it is there that it runs.
 */
export function assertionsOf({ responses }, document, { answers, secret } = {}) {
  const successes = Object.keys(responses).map(Number).filter(isSuccess);
  const right = answers ?? successes;
  const contents = [...right, 403].map(status => [status, responses[status]?.content ?? {}]);
  const schemas = contents.flatMap(([status, content]) =>
    Object.entries(content)
      .filter(([type]) => type.endsWith('json'))
      .map(([, { schema }]) => [status, selfContained(schema, document)]),
  );
  const types = contents.map(([status, content]) => [status, Object.keys(content)]);
  return [
    `const statuses = ${secret === 'operatorSecret' ? IN_PERSON : ''}${JSON.stringify(right)};`,
    "pm.test('answers ' + statuses.join(' or '), () => {",
    '  pm.expect(pm.response.code).to.be.oneOf(statuses);',
    '});',
    `const types = ${JSON.stringify(Object.fromEntries(types))}[pm.response.code] || [];`,
    "const type = (pm.response.headers.get('Content-Type') || '').split(';')[0];",
    "if (types.length > 0) pm.test('comes as ' + types.join(' or '), () => {",
    '  pm.expect(type).to.be.oneOf(types);',
    '});',
    `const schema = ${JSON.stringify(Object.fromEntries(schemas))}[pm.response.code];`,
    "if (schema && type.endsWith('json')) pm.test('the body is as documented', () => {",
    '  pm.response.to.have.jsonSchema(schema);',
    '});',
  ];
}

/** The secret of an operator is the caller's own until somebody fills one in, and refused until then. */
const IN_PERSON = "pm.variables.get('operatorSecret') === '{{secret}}' ? [403] : ";

const isSuccess = status => status >= 200 && status < 400;
