/** A schema with the ones that it refers to, in JSON Schema's words instead of OpenAPI 3.0's. */
export function selfContained(schema, { components }) {
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
