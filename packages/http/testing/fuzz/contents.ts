import fc from 'fast-check';
import type { Schema, SchemaValues } from './schema-values';

type Headers = readonly (readonly [name: string, value: string])[];

/** A body and the headers that describe it, or none. */
export interface Content {
  readonly headers: Headers;
  readonly body?: string;
}

const MEDIA_TYPES = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    ...['application/json; charset=utf-8', 'application/json; charset=utf8', 'text/plain', ''],
    ...['application/json; charset=x', 'application/x-www-form-urlencoded', 'a/b; c'],
  ),
);

const ENCODINGS = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Headers>([]) },
  fc.constantFrom<Headers>(
    [['Content-Encoding', 'gzip']],
    [['Content-Encoding', 'br']],
    [['Content-Encoding', 'identity']],
    [['Content-Encoding', 'nonsense']],
  ),
);

/** @param schema of the body that the operation takes; undefined where it takes none */
export function contents(values: SchemaValues, schema: Schema | undefined): fc.Arbitrary<Content> {
  const sent = fc
    .tuple(bodies(values, schema), MEDIA_TYPES, ENCODINGS)
    .map(([body, media, more]) => ({
      headers: [['Content-Type', media] as const, ...more],
      body,
    }));
  const nothing = fc.constant({ headers: [] });
  return schema
    ? fc.oneof({ weight: 12, arbitrary: sent }, nothing)
    : fc.oneof({ weight: 12, arbitrary: nothing }, sent);
}

/** Mostly JSON; at times cut off, deep, long or no JSON at all. */
function bodies(values: SchemaValues, schema: Schema | undefined): fc.Arbitrary<string> {
  const json = jsonValues(values, schema);
  return fc.oneof(
    { weight: 10, arbitrary: json.map(value => JSON.stringify(value)) },
    fc.tuple(json, fc.nat()).map(([value, at]) => JSON.stringify(value).slice(0, at % 50)),
    fc.integer({ min: 1, max: 2_000 }).map(depth => '['.repeat(depth) + ']'.repeat(depth)),
    fc.integer({ min: 1, max: 30_000 }).map(length => `{"measurements":[${'0,'.repeat(length)}0]}`),
    values.nasty,
  );
}

function jsonValues(values: SchemaValues, schema: Schema | undefined): fc.Arbitrary<unknown> {
  const right = schema ? values.valid(schema) : fc.constant({});
  const changes = fc.tuple(right, fc.nat(), fc.oneof(values.nasty, fc.jsonValue()));
  return fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 3, arbitrary: changes.map(mutate) },
    fc.jsonValue(),
  );
}

/** Replaces, adds or removes something at a place of a value. */
function mutate([value, at, other]: [unknown, number, unknown]): unknown {
  if (typeof value !== 'object' || value === null) return other;
  const names = Object.keys(value);
  const name = names[at % (names.length + 1)] ?? String(other).slice(0, 20);
  const copy = { ...(value as Record<string, unknown>) };
  if (at % 3 === 0) Reflect.deleteProperty(copy, name);
  else copy[name] = at % 3 === 1 ? other : mutate([copy[name], Math.floor(at / 3), other]);
  return Array.isArray(value) ? Object.values(copy) : copy;
}
