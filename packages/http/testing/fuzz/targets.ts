import fc from 'fast-check';
import { headerText } from './header-text';
import type { Schema, SchemaValues } from './schema-values';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Given {
  readonly name: string;
  readonly place: string;
  readonly list: readonly string[];
}

type Header = readonly [name: string, value: string];

export interface Target {
  /** Path and query, percent-encoded or not. */
  readonly path: string;
  readonly headers: readonly Header[];
}

/** Where requests for a route go, with its parameters given once, twice or not at all, and unknown ones. */
export function targets(
  values: SchemaValues,
  route: string,
  parameters: readonly Parameter[],
): fc.Arbitrary<Target> {
  const { nasty } = values;
  const unknown = fc.oneof(
    { weight: 12, arbitrary: fc.constant<[string, string][]>([]) },
    fc.array(fc.tuple(nasty, nasty), { minLength: 1, maxLength: 2 }),
  );
  const given = parameters.map(parameter => givenValues(values, parameter));
  return fc
    .tuple(fc.tuple(...given), unknown, fc.boolean())
    .map(([list, more, isRaw]) => assemble(route, list, more, isRaw));
}

function givenValues(
  of: SchemaValues,
  { name, in: place, required, schema }: Parameter,
): fc.Arbitrary<Given> {
  const value = of.loose(schema);
  const values =
    place === 'query' && of.resolve(schema).type === 'array'
      ? value.map(each => (Array.isArray(each) ? each : [each]))
      : value.map(each => [each]);
  const several = fc.tuple(values, values).map(([one, other]) => [...one, ...other]);
  const given = fc.oneof({ weight: 9, arbitrary: values }, several);
  const absence = required === true ? 1 : 4;
  return fc
    .oneof({ weight: 6, arbitrary: given }, { weight: absence, arbitrary: fc.constant([]) })
    .map(list => ({ name, place, list: list.map(each => textFor(each)) }));
}

function assemble(
  route: string,
  given: readonly Given[],
  unknown: readonly (readonly [string, string])[],
  isRaw: boolean,
): Target {
  const encode = isRaw ? encodeLoosely : encodeFully;
  let path = route;
  const query: string[] = [];
  const headers: Header[] = [];
  for (const { name, place, list } of given) {
    if (place === 'path') path = path.replace(`{${name}}`, encode(list[0] ?? 'x'));
    else if (place === 'query') query.push(...list.map(each => `${name}=${encode(each)}`));
    else headers.push(...list.map(each => [name, headerText(each)] as const));
  }
  query.push(...unknown.map(([name, value]) => `${encode(name)}=${encode(value)}`));
  return { path: query.length > 0 ? `${path}?${query.join('&')}` : path, headers };
}

function textFor(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function encodeFully(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

/** Leaves what a request line may hold as it is: lone percent signs, brackets, slashes. */
function encodeLoosely(text: string): string {
  return encodeURI(wellFormed(text)).replaceAll('%25', '%').replaceAll('#', '%23');
}

/** Without lone surrogates, which cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
