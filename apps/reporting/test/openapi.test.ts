import { schemaChecker } from '@platform/http/testing';
import document from '../openapi.json';
import { problems } from '../src/http/problems';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  format?: string;
  description?: string;
  nullable?: boolean;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  example?: unknown;
}

interface Response {
  $ref?: string;
  description: string;
  headers?: Record<string, { description?: string }>;
  content?: Record<string, { schema: Schema; examples?: Record<string, { $ref: string }> }>;
}

interface Operation {
  operationId: string;
  security?: object[];
  summary?: string;
  description?: string;
  parameters?: {
    name: string;
    description?: string;
    required: boolean;
    example?: unknown;
    schema: Schema;
  }[];
  responses: Record<string, Response>;
}

const schemas = document.components.schemas as Record<string, Schema>;
const examples = document.components.examples as unknown as Record<string, { value: any }>;
const violations = schemaChecker(document);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(
    ([method, operation]) => [method, path, resolved(operation as unknown as Operation)] as const,
  ),
);

/** Resolves the references of an operation to shared responses. */
function resolved(operation: Operation): Operation {
  const shared = document.components.responses as unknown as Record<string, Response>;
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    response.$ref === undefined ? response : shared[response.$ref.split('/').at(-1)!],
  ]);
  return { ...operation, responses: Object.fromEntries(responses) as Operation['responses'] };
}
const refusals = operations.flatMap(([method, path, { responses }]) =>
  Object.entries(responses).flatMap(([status, { content }]) => {
    const media = content?.['application/problem+json'];
    return media ? [[method, path, status, media] as const] : [];
  }),
);

/** Returns the description of a property, or else that of its type. */
function descriptionOf({ description, $ref, allOf = [] }: Schema): string | undefined {
  if (description !== undefined) return description;
  if ($ref !== undefined) return schemas[$ref.split('/').at(-1)!]!.description;
  return allOf.map(descriptionOf).find(Boolean);
}

test.each(operations)('%s %s is described, with its parameters and headers', (_m, _p, given) => {
  expect(given.summary).toBeTruthy();
  expect(given.description).toBeTruthy();
  for (const { name, description, required, example } of given.parameters ?? []) {
    expect([name, description]).toEqual([name, expect.stringMatching(/\w/)]);
    // Postman and Swagger UI send the example; without one, a required parameter would be empty.
    if (required) expect([name, example]).not.toEqual([name, undefined]);
  }
  for (const { description, headers = {} } of Object.values(given.responses)) {
    expect(description).toBeTruthy();
    for (const header of Object.values(headers)) expect(header.description).toBeTruthy();
  }
});

test.each(Object.entries(schemas))(
  '%s is described, with its properties and what null means',
  (name, schema) => {
    expect(schema.description).toBeTruthy();
    for (const [property, given] of Object.entries(schema.properties ?? {})) {
      const description = descriptionOf(given);
      expect([property, description]).toEqual([property, expect.stringMatching(/\w/)]);
      if (given.nullable) expect(description).toMatch(/\bnulls?\b/i);
    }
    if (schema.properties) expect([name, schema.additionalProperties]).toEqual([name, false]);
  },
);

test('IDs and times have their formats', () => {
  const formats = Object.entries(schemas).flatMap(([name, { properties = {} }]) => {
    // Numbers, and keys of any table.
    if (name === 'AuditEvent' || name === 'ImportChange') return [];
    return Object.entries(properties).flatMap(([property, { $ref, allOf, format }]) => {
      const reference = $ref ?? allOf?.[0]?.$ref;
      const given = reference ? schemas[reference.split('/').at(-1)!]!.format : format;
      if (/(^id|Id)$/.test(property)) return [[`${name}.${property}`, given, 'uuid']];
      if (/(At|Of|until)$/.test(property)) return [[`${name}.${property}`, given, 'date-time']];
      return [];
    });
  });
  expect(formats.length).toBeGreaterThan(100);
  expect(formats.filter(([, given, expected]) => given !== expected)).toEqual([]);
});

test('numbers of audit events have 64 bits', () => {
  const { number } = schemas.AuditEvent!.properties!;
  const { parameters } = operations.find(([, path]) => path === '/security/audit-events')![2];
  const after = parameters!.find(({ name }) => name === 'after')!;
  expect([number!.format, after.schema.format]).toEqual(['int64', 'int64']);
});

test.each(Object.entries(schemas).filter(([, { example }]) => example !== undefined))(
  'the example of %s matches its schema',
  (name, { example }) => {
    expect(violations(['components', 'schemas', name], example)).toEqual([]);
  },
);

test('no operation both requires the service key and excludes it', () => {
  const descriptions = operations.map(([, , { description }]) => description!);
  expect(
    descriptions.filter(text => /or the service key.*Not available to the service key/s.test(text)),
  ).toEqual([]);
});

test('examples of errors match the catalog', () => {
  for (const { value } of Object.values(examples)) {
    const { code, title, status } = value;
    expect({ title, status }).toEqual(problems[code as keyof typeof problems]);
    expect(violations(['components', 'schemas', 'ProblemDetails'], value)).toEqual([]);
  }
});

test.each(refusals)(
  '%s %s has examples of its %s responses',
  (_method, _path, status, { examples: given }) => {
    const names = Object.values(given ?? {}).map(({ $ref }) => $ref.split('/').at(-1)!);
    expect(names).not.toEqual([]);
    for (const name of names) {
      expect(examples[name]!.value.status).toBe(Number(status));
    }
  },
);

test('headers are documented where they are sent', () => {
  const ofSuccess = /^(Content-Disposition|ETag|Link|Location)$/;
  const documented = operations.flatMap(([method, path, { responses, security }]) =>
    Object.entries(responses).flatMap(([status, { headers = {} }]) =>
      Object.entries(headers).map(([name, { description = '' }]) => ({
        where: `${name} of ${status} of ${method} ${path}`,
        isMisplaced: Number(status) >= 400 && ofSuccess.test(name),
        // Nobody has signed in.
        isOfAccount:
          security?.length === 0 && name === 'RateLimit' && description.includes('calls'),
      })),
    ),
  );
  expect(documented.length).toBeGreaterThan(100);
  expect(documented.filter(header => header.isMisplaced || header.isOfAccount)).toEqual([]);
});

test.each(['404', '409'])('no example of a %s is of every operation that has one', status => {
  const of = refusals.filter(([, , each]) => each === status);
  const [first, ...others] = of.map(([, , , { examples: given }]) => Object.keys(given ?? {}));
  expect(first!.filter(name => others.every(names => names.includes(name)))).toEqual([]);
});

test('every error of the catalog that an operation can return has an example', () => {
  // Returned before an operation is found, by static files, or by the other service.
  const outside = ['method-not-allowed', 'headers-too-large'];
  const others = ['range-not-satisfiable', 'unsupported-media-type'];
  const shown = new Set(Object.values(examples).map(({ value }) => value.code));
  expect([...shown, ...outside, ...others].sort()).toEqual(Object.keys(problems).sort());
});

test.each([
  '/notification/{operation}',
  '/sync/{operation}',
  '/support/issues',
  '/reporting/video-statistics',
])('%s is documented as not implemented', path => {
  const named = operations.find(([, route]) => route === path)?.[2];
  expect(Object.keys(named?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '429',
    '500',
    '501',
    '503',
  ]);
});
