import { createBodyValidators, type FindBodyFault, type OpenApiDocument } from './body-schema';

export type { OpenApiDocument };

/** One documented operation. */
export interface Operation {
  readonly method: string;
  /** The path as documented, `/api/packages/{slug}`. */
  readonly route: string;
  /** Its query parameters; true for those that may be repeated. */
  readonly query: ReadonlyMap<string, boolean>;
  readonly takesBody: boolean;
  /** The first error of a body by its schema. */
  readonly findBodyFault: FindBodyFault;
}

/** The operations of a path by their method; undefined for a path that is not documented. */
export type FindOperations = (path: string) => ReadonlyMap<string, Operation> | undefined;

interface DocumentedOperation {
  parameters?: { in: string; name: string; schema?: Schema }[];
  requestBody?: unknown;
}

interface Schema {
  type?: string;
  $ref?: string;
}

interface Node {
  readonly children: Map<string, Node>;
  placeholder?: Node;
  operations?: ReadonlyMap<string, Operation>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

/** The document's paths as a tree of segments: a look-up takes as many steps as the path has segments. */
export function createOperationTree(document: OpenApiDocument): FindOperations {
  const root: Node = { children: new Map() };
  const validatorOf = createBodyValidators(document);
  for (const [route, item] of Object.entries(document.paths)) {
    let node = root;
    for (const segment of segments(route)) node = child(node, segment);
    const documented = METHODS.filter(method => item[method]);
    node.operations = new Map(
      documented.map(method => [
        method.toUpperCase(),
        {
          ...readOperation(document, method, route, item[method] as DocumentedOperation),
          findBodyFault: validatorOf(route, method),
        },
      ]),
    );
  }
  return path => find(root, segments(path), 0);
}

/** Static segments win over placeholders, and a placeholder is never empty. */
function find(node: Node, path: readonly string[], from: number): Node['operations'] {
  const segment = path[from];
  if (segment === undefined) return node.operations;
  const exact = node.children.get(segment);
  const found = exact && find(exact, path, from + 1);
  if (found || !node.placeholder || segment === '') return found;
  return find(node.placeholder, path, from + 1);
}

function child(node: Node, segment: string): Node {
  if (segment.startsWith('{')) return (node.placeholder ??= { children: new Map() });
  const made = node.children.get(segment) ?? { children: new Map<string, Node>() };
  node.children.set(segment, made);
  return made;
}

function segments(path: string): string[] {
  const trimmed = path.endsWith('/') ? path.slice(1, -1) : path.slice(1);
  return trimmed === '' ? [] : trimmed.split('/');
}

function readOperation(
  document: OpenApiDocument,
  method: string,
  route: string,
  { parameters = [], requestBody }: DocumentedOperation,
): Omit<Operation, 'findBodyFault'> {
  const query = parameters
    .filter(parameter => parameter.in === 'query')
    .map(({ name, schema }) => [name, resolve(document, schema)?.type === 'array'] as const);
  return {
    method: method.toUpperCase(),
    route,
    query: new Map(query),
    takesBody: requestBody !== undefined,
  };
}

function resolve({ components }: OpenApiDocument, schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1);
  if (name === undefined) return schema;
  return (components as { schemas?: Record<string, Schema> } | undefined)?.schemas?.[name];
}
