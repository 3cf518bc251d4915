import { ask, type RunningService, type ServiceUnderTest } from './service-under-test';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: Schema;
  }[];
}

interface Document {
  readonly info: { readonly title: string };
  readonly servers: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export function testDocuments(tested: ServiceUnderTest): void {
  const document = tested.document as unknown as Document;
  testDescriptions(document);

  test('operation IDs are unique', () => {
    const ids = operationsOf(document).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('optional parameters have no example, because Swagger UI would send it', () => {
    const { schemas } = document.components;
    const parameters = operationsOf(document).flatMap(operation => operation.parameters ?? []);
    for (const parameter of parameters.filter(({ required }) => !required)) {
      expect(parameter).not.toHaveProperty('example');
      const type = typeOf(parameter.schema);
      expect(type === undefined ? parameter.schema : schemas[type]).not.toHaveProperty('example');
    }
  });

  test('the committed document has the default URL', () => {
    expect(document.servers).toEqual([{ url: `http://127.0.0.1:${tested.port}` }]);
  });

  describe('served', () => testServed(tested, document));
}

function testDescriptions(document: Document): void {
  const { schemas } = document.components;
  const isText = (text: string | undefined) => /\w/.test(text ?? '');

  test('every operation has a summary, a description and described parameters', () => {
    const operations = operationsOf(document);
    expect(operations).not.toEqual([]);
    const incomplete = operations.filter(
      ({ summary, description, parameters = [] }) =>
        ![summary, description, ...parameters.map(each => each.description)].every(isText),
    );
    expect(incomplete.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('every schema is described, with its properties', () => {
    const described = Object.entries(schemas).flatMap(
      ([name, { description, properties = {} }]) => [
        [name, description] as const,
        ...Object.entries(properties).map(
          ([property, schema]) => [`${name}.${property}`, descriptionOf(schema, schemas)] as const,
        ),
      ],
    );
    expect(described).not.toEqual([]);
    const undescribed = described.filter(([, description]) => !isText(description));
    expect(undescribed.map(([name]) => name)).toEqual([]);
  });
}

/** Tests the document and Swagger UI as served. */
function testServed(tested: ServiceUnderTest, document: Document): void {
  let service: RunningService;
  beforeAll(async () => {
    service = await tested.start();
  });
  afterAll(() => service.close());

  const get = (path: string, headers: readonly [string, string][] = []) =>
    ask(service, path, { headers });

  test('the document requires no credential and has the requested URL', async () => {
    const { status, body } = await get('/swagger/openapi.json');
    expect([status, body]).toEqual([200, { ...document, servers: [{ url: service.url }] }]);
  });

  test("Swagger UI requires no credential and has the document's title", async () => {
    const { status, text } = await get('/swagger/');
    expect(status).toBe(200);
    expect(text).toContain(`<title>${document.info.title}</title>`);
  });

  test('a range past the end of a Swagger UI file is 416', async () => {
    const answer = await get('/swagger/swagger-ui.css', [['Range', 'bytes=999999999-']]);
    expect([answer.status, answer.headers['content-range']]).toEqual([
      416,
      expect.stringMatching(/^bytes \*\/\d+$/),
    ]);
  });
}

function operationsOf({ paths }: Document): Operation[] {
  return Object.values(paths).flatMap(item => Object.values(item));
}

function typeOf({ $ref }: Schema): string | undefined {
  return $ref?.replace('#/components/schemas/', '');
}

/** Returns a property's own description, or else its type's. */
function descriptionOf(
  schema: Schema,
  schemas: Document['components']['schemas'],
): string | undefined {
  const { description, allOf = [] } = schema;
  const type = typeOf(schema);
  if (description !== undefined) return description;
  if (type !== undefined) return schemas[type]!.description;
  return allOf.map(each => descriptionOf(each, schemas)).find(Boolean);
}
