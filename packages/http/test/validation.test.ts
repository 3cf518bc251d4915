import { ExpressTemplateService, type TsoaRoute } from '@tsoa/runtime';
import { jsonInput } from '../src';
import { ask, startApp, type TestServer } from './start-app';

const string = (validators: TsoaRoute.PropertySchema['validators'] = {}) =>
  ({ dataType: 'string', required: true, validators }) as const;

/** A minimal version of what tsoa generates for a body. */
const models: TsoaRoute.Models = {
  Thing: {
    dataType: 'refObject',
    additionalProperties: false,
    properties: {
      Slug: string({
        minLength: { value: 1 },
        maxLength: { value: 5 },
        pattern: { value: '^[a-z]+$' },
      }),
      Count: { dataType: 'integer', validators: { minimum: { value: 1 } } },
      Tags: { dataType: 'array', array: { dataType: 'string' } },
      Kind: {
        dataType: 'union',
        subSchemas: [
          { dataType: 'enum', enums: ['red'] },
          { dataType: 'enum', enums: ['green'] },
        ],
      },
      Sizes: {
        dataType: 'union',
        subSchemas: [
          { dataType: 'array', array: { dataType: 'integer' } },
          { dataType: 'enum', enums: [null] },
        ],
      },
      Day: {
        dataType: 'union',
        subSchemas: [{ dataType: 'integer' }, { dataType: 'enum', enums: ['last'] }],
      },
      Limit: {
        dataType: 'integer',
        validators: { isInt: { errorMsg: 'must be a whole number from 1 to 9' } },
      },
    },
  },
};

const templates = new ExpressTemplateService(models, {
  noImplicitAdditionalProperties: 'throw-on-extras',
  bodyCoercion: false,
});

const args: Record<string, TsoaRoute.ParameterSchema> = {
  body: { in: 'body', name: 'body', required: true, ref: 'Thing' },
};

let server: TestServer;
beforeAll(async () => {
  server = await startApp(app => {
    app.get('/api/things', (request, response) => {
      response.json(templates.getValidatedArgs({ args: queryArgs, request, response }));
    });
    app.post(
      '/api/things',
      jsonInput({ maxParameters: 10, limit: 1_000, callerOf: () => null, maxElements: 1_000 }),
      (request, response) => {
        response.json(templates.getValidatedArgs({ args, request, response }));
      },
    );
  });
});
afterAll(() => server.close());

const queryArgs: Record<string, TsoaRoute.ParameterSchema> = {
  limit: {
    in: 'query',
    name: 'limit',
    required: true,
    dataType: 'integer',
    validators: { isInt: { errorMsg: 'must be a whole number from 1 to 9' } },
  },
};

test.each([
  ['', 'limit is required.'],
  ['?limit=x', 'limit must be a whole number from 1 to 9.'],
])('a missing parameter is reported as required: %j', async (query, detail) => {
  const { text } = await ask(server.port, `/api/things${query}`);
  expect(JSON.parse(text).detail).toBe(detail);
});

async function refusal(body: unknown): Promise<{ detail: string; errors: unknown[] }> {
  const { status, text } = await ask(server.port, '/api/things', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(status).toBe(400);
  return JSON.parse(text) as { detail: string; errors: unknown[] };
}

test.each([
  [{}, 'Slug is required.'],
  [{ Slug: 1 }, 'Slug must be a string.'],
  [{ Slug: '' }, 'Slug must not be empty.'],
  [{ Slug: 'toolong' }, 'Slug must have at most 5 characters.'],
  [{ Slug: 'A' }, 'Slug must match ^[a-z]+$.'],
  [{ Slug: 'a', Count: '3' }, 'Count must be a whole number.'],
  [{ Slug: 'a', Count: 0 }, 'Count must be at least 1.'],
  [{ Slug: 'a', Tags: [1] }, 'Tags[0] must be a string.'],
  [{ Slug: 'a', Kind: 'hunter2' }, 'Kind must be one of red, green.'],
  [{ Slug: 'a', Kind: ['red'] }, 'Kind must be one of red, green.'],
  [{ Slug: 'a', Kind: { toString: 1 } }, 'Kind must be one of red, green.'],
  [{ Slug: 'a', Sizes: [1, 'x'] }, 'Sizes[1] must be a whole number.'],
  [{ Slug: 'a', Sizes: 7 }, 'Sizes must be a list.'],
  [{ Slug: 'a', Sizes: 'null' }, 'Sizes must be a list.'],
  [{ Slug: 'a', Sizes: ['null'] }, 'Sizes[0] must be a whole number.'],
  [{ Slug: 'a', Day: null }, 'Day must be a whole number, or last.'],
  [{ Slug: 'a', Limit: 'x' }, 'Limit must be a whole number from 1 to 9.'],
  [{ Slug: 'a', Colour: 1 }, 'Colour is not a known property.'],
  [{ Slug: 'a', constructor: 1 }, 'constructor is not a known property.'],
])('%j is rejected with what the field must be', async (body, detail) => {
  expect((await refusal(body)).detail).toBe(detail);
});

test('all invalid fields are listed, in the detail and individually', async () => {
  const { detail, errors } = await refusal({ Slug: 1, Count: 'x' });
  expect(detail).toBe('Slug must be a string; Count must be a whole number.');
  expect(errors).toEqual([
    { field: 'Slug', message: 'must be a string' },
    { field: 'Count', message: 'must be a whole number' },
  ]);
});

test('__proto__ is rejected like any unknown property', async () => {
  const { text } = await ask(server.port, '/api/things', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"Slug":"a","__proto__":{"Count":5}}',
  });
  expect(JSON.parse(text).detail).toBe('__proto__ is not a known property.');
});

test('the response stays short despite many fields and long names', async () => {
  const { detail, errors } = await refusal(
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x${index}`, 1])),
  );
  expect(errors).toHaveLength(20);
  expect(detail).toMatch(/and 41 more\.$/);
  expect((await refusal({ Slug: 'a', ['y'.repeat(500)]: 1 })).detail.length).toBeLessThan(200);
});

test('a missing property is reported in a large body, too', async () => {
  const schema = { type: 'object', required: ['Slug'] };
  const requestBody = { content: { 'application/json': { schema } } };
  const other = await startApp(
    app => {
      const options = {
        maxParameters: 10,
        limit: 10_000,
        callerOf: () => null,
        maxElements: 1_000,
      };
      app.post('/api/things', jsonInput(options), (_, response) => response.json({}));
    },
    { document: { openapi: '3.0.0', paths: { '/api/things': { post: { requestBody } } } } },
  );
  const { text } = await ask(other.port, '/api/things', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ Tags: Array(300).fill('tag') }),
  });
  await other.close();
  expect(JSON.parse(text).detail).toBe('Slug is required.');
});
