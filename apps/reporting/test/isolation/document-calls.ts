import document from '../../openapi.json';
import type { MarkedOrganization } from './marked-organization';

/** A call to a documented operation. */
export interface DocumentedCall {
  readonly method: string;
  readonly route: string;
  /** The path with its parameters, and the query. */
  readonly path: string;
  readonly body?: unknown;
  /** The parameter whose ID was replaced, and the kind of record with the new ID; null in the basic call. */
  readonly replaced: { readonly parameter: string; readonly kind: string } | null;
}

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  type?: string;
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  example?: unknown;
  default?: unknown;
  enum?: unknown[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Returns a basic call to every documented operation, with the caller's own IDs, and a call for each combination of a
 * parameter that accepts an ID and one of `others`.
 */
export function documentCalls(
  own: MarkedOrganization['ids'],
  others: Readonly<Record<string, string>>,
): DocumentedCall[] {
  return Object.entries(document.paths).flatMap(([route, item]) =>
    METHODS.flatMap(method => {
      const operation = (item as Record<string, Operation | undefined>)[method];
      return operation ? callsOf(method.toUpperCase(), route, operation, own, others) : [];
    }),
  );
}

function callsOf(
  method: string,
  route: string,
  operation: Operation,
  own: MarkedOrganization['ids'],
  others: Readonly<Record<string, string>>,
): DocumentedCall[] {
  const parameters = (operation.parameters ?? []).filter(({ in: place }) => place !== 'header');
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const body = schema && { ...(resolve(schema).example as object), ...ownBody(schema, own) };
  const build = (
    values: Record<string, unknown>,
    content: unknown,
  ): Omit<DocumentedCall, 'replaced'> => {
    const query = new URLSearchParams();
    let path = route;
    for (const parameter of parameters) {
      const { name, in: place, required } = parameter;
      const value = values[name] ?? (required ? defaultValue(parameter, own) : undefined);
      if (value === undefined) continue;
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value as string));
      else query.append(name, value as string);
    }
    const search = query.size > 0 ? `?${query.toString()}` : '';
    return {
      method,
      route,
      path: path + search,
      ...(content === undefined ? {} : { body: content }),
    };
  };
  const calls: DocumentedCall[] = [{ ...build({}, body), replaced: null }];
  for (const [kind, id] of Object.entries(others)) {
    for (const { name } of parameters.filter(({ schema: type }) => takesId(type))) {
      calls.push({ ...build({ [name]: id }, body), replaced: { parameter: name, kind } });
    }
    for (const [name, type] of Object.entries((schema && resolve(schema).properties) ?? {})) {
      if (!takesId(type)) continue;
      const value = resolve(type).type === 'array' ? [id] : id;
      calls.push({ ...build({}, { ...body, [name]: value }), replaced: { parameter: name, kind } });
    }
  }
  return calls;
}

/** The properties with IDs, with the caller's own instead of the unknown ones in examples. */
function ownBody(schema: Schema, own: MarkedOrganization['ids']): Record<string, unknown> {
  const properties = Object.entries(resolve(schema).properties ?? {});
  return Object.fromEntries(
    properties
      .filter(([, type]) => takesId(type))
      .map(([name, type]) => {
        const id = ownId(name, own);
        return [name, resolve(type).type === 'array' ? [id] : id];
      }),
  );
}

function defaultValue(
  { name, schema, example }: Parameter,
  own: MarkedOrganization['ids'],
): unknown {
  if (takesId(schema)) return ownId(name, own);
  const { example: ofType, default: fallback, enum: values } = resolve(schema);
  return example ?? ofType ?? fallback ?? values?.[0] ?? 1;
}

function ownId(name: string, own: MarkedOrganization['ids']): string | undefined {
  const kind = name.replace(/Id$|s$/, '');
  return own[kind] ?? own.clientSecret;
}

function takesId(schema: Schema): boolean {
  const { format, items } = resolve(schema);
  return format === 'uuid' || (items !== undefined && takesId(items));
}

function resolve(schema: Schema): Schema {
  const reference = schema.$ref ?? schema.allOf?.find(({ $ref }) => $ref)?.$ref;
  if (reference === undefined) return schema;
  const name = reference.slice(reference.lastIndexOf('/') + 1);
  return resolve((document.components.schemas as Record<string, Schema>)[name]!);
}
