/** The parts of an OpenAPI 3.0 document that the collections are generated from. */
export interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, Response>;
    securitySchemes: Record<string, SecurityScheme>;
  };
}

export interface Operation {
  operationId: string;
  parameters?: Parameter[];
  responses: Record<string, Response | Reference>;
  security?: Record<string, string[]>[];
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  schema?: Schema;
}

export interface Response {
  content?: Record<string, { schema?: Schema }>;
}

export interface Reference {
  $ref: string;
}

export interface SecurityScheme {
  type: string;
  in?: string;
  name?: string;
}

export type Schema = Record<string, unknown> & { $ref?: string; items?: Schema };

/** Returns the parameters of all operations. */
export function parametersOf({ paths }: Document): Parameter[] {
  return Object.values(paths)
    .flatMap(Object.values<Operation>)
    .flatMap(({ parameters = [] }) => parameters);
}

/** Resolves a reference to a response. */
export function resolveResponse(
  response: Response | Reference | undefined,
  { components }: Document,
): Response {
  if (response === undefined) return {};
  if (!('$ref' in response)) return response;
  return components.responses?.[response.$ref.split('/').at(-1)!] ?? {};
}

/** Converts a schema and those that it references from OpenAPI 3.0 to JSON Schema. */
export function toSelfContainedSchema(schema: Schema, { components }: Document): Schema {
  const definitions: Record<string, unknown> = {};
  const include = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name in definitions) continue;
      definitions[name] = toJsonSchema(components.schemas[name]);
      include(JSON.stringify(components.schemas[name]));
    }
  };
  include(JSON.stringify(schema));
  return { ...(toJsonSchema(schema) as Schema), definitions };
}

function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (schema === null || typeof schema !== 'object') return schema;
  // Postman's validator does not know formats such as int32, and JSON Schema has no `example`.
  const {
    nullable,
    format: _format,
    example: _example,
    $ref,
    properties,
    ...rest
  } = schema as Schema;
  const plain: Schema = mapValues(rest, toJsonSchema);
  if (properties) plain.properties = mapValues(properties, toJsonSchema);
  if ($ref) plain.$ref = $ref.replace('#/components/schemas/', '#/definitions/');
  return nullable ? { anyOf: [plain, { type: 'null' }] } : plain;
}

function mapValues(object: object, change: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
