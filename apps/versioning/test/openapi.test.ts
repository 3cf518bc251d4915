import document from '../openapi.json';
import { problems } from '../src/http/problems';

interface Operation {
  readonly operationId: string;
  readonly responses: object;
}

const operations = Object.values(document.paths).flatMap(item => Object.values<Operation>(item));

test('every status that an operation can return is documented', () => {
  const documented = new Set(operations.flatMap(({ responses }) => Object.keys(responses)));
  // Returned before an operation is selected, or by static files.
  const outside = new Set([405, 408, 416, 431]);
  for (const { status } of Object.values(problems)) {
    if (!outside.has(status)) expect(documented).toContain(String(status));
  }
});

test('Idempotency-Key is optional', () => {
  const { parameters } = document.paths['/api/packages/{slug}/increment/patch'].post;
  expect(parameters.find(({ name }) => name === 'Idempotency-Key')).toMatchObject({
    required: false,
  });
});

test('increments have no default If-Match, because they create packages without one', () => {
  for (const component of ['major', 'minor', 'patch'] as const) {
    const { parameters } = document.paths[`/api/packages/{slug}/increment/${component}`].post;
    const { schema } = parameters.find(({ name }) => name === 'If-Match')!;
    expect(schema).not.toHaveProperty('default');
  }
});

test('only increments of one package have Once-Replayed', () => {
  const having = operations.filter(operation =>
    JSON.stringify(operation).includes('Once-Replayed'),
  );
  expect(having.map(({ operationId }) => operationId)).toEqual([
    'IncrementMajor',
    'IncrementMinor',
    'IncrementPatch',
  ]);
});

test('numbers of audit events have 64 bits', () => {
  const { parameters } = document.paths['/api/audit-events'].get;
  const after = parameters.find(({ name }) => name === 'after')!;
  const { Number: number } = document.components.schemas.AuditEvent.properties;
  expect([number.format, after.schema]).toEqual([
    'int64',
    expect.objectContaining({ format: 'int64' }),
  ]);
});

test('patterns do not escape slashes, which generators of regular expressions escape', () => {
  const patterns = JSON.stringify(document).match(/"pattern":"(?:[^"\\]|\\.)*"/g);
  expect(patterns!.filter(pattern => pattern.includes('\\\\/'))).toEqual([]);
});
