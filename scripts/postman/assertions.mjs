/**
 * What a request's answer is held to: one of the documented successes, and the schema documented for it.
 * In the sandbox's JavaScript, since it is there that it runs.
 */
export function assertionsOf({ responses }, document) {
  const successes = Object.entries(responses).filter(([status]) => /^[23]/.test(status));
  const schemas = Object.fromEntries(
    successes.flatMap(([status, { content }]) => {
      const schema = content?.['application/json']?.schema;
      return schema ? [[status, selfContained(schema, document)]] : [];
    }),
  );
  const statuses = successes.map(([status]) => Number(status));
  const script = [
    `pm.test('answers ${statuses.join(' or ')}', () => {`,
    `  pm.expect(pm.response.code).to.be.oneOf(${JSON.stringify(statuses)});`,
    '});',
  ];
  if (Object.keys(schemas).length > 0) {
    script.push(
      `const schema = ${JSON.stringify(schemas)}[pm.response.code];`,
      "const isJson = (pm.response.headers.get('Content-Type') || '').includes('json');",
      "if (schema && isJson) pm.test('the body is as documented', () => {",
      '  pm.response.to.have.jsonSchema(schema);',
      '});',
    );
  }
  return [{ listen: 'test', script: { type: 'text/javascript', exec: script } }];
}

/** A schema with the ones that it refers to, in JSON Schema's words instead of OpenAPI 3.0's. */
function selfContained(schema, { components }) {
  const definitions = {};
  const include = text => {
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name in definitions) continue;
      definitions[name] = toJsonSchema(components.schemas[name]);
      include(JSON.stringify(components.schemas[name]));
    }
  };
  include(JSON.stringify(schema));
  return { ...toJsonSchema(schema), definitions };
}

function toJsonSchema(schema) {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (schema === null || typeof schema !== 'object') return schema;
  // Formats such as int32 are unknown to the validator there; examples are no part of a schema.
  const { nullable, format, example, $ref, properties, ...rest } = schema;
  const plain = mapValues(rest, toJsonSchema);
  if (properties) plain.properties = mapValues(properties, toJsonSchema);
  if ($ref) plain.$ref = $ref.replace('#/components/schemas/', '#/definitions/');
  return nullable ? { anyOf: [plain, { type: 'null' }] } : plain;
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
