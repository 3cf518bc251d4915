import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import converter from 'openapi-to-postmanv2';
import { root } from '../scratch/programs.js';
import { type Document, type Operation, parametersOf } from './document.js';
import { finishRequest, type PostmanRequest } from './request.js';
import { type Run, runs } from './runs.js';
import { testScript } from './tests.js';

interface Item {
  name: string;
  request: PostmanRequest;
  item?: Item[];
  event: unknown[];
  response: unknown[];
  operationId?: string;
  protocolProfileBehavior?: { followRedirects: boolean };
}

interface Collection {
  item: Item[];
  variable?: unknown;
}

/** Writes collections and environments for both services to postman/. Returns the files. */
export async function writeCollections(): Promise<string[]> {
  const folder = path.join(root, 'postman');
  mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  for (const service of ['versioning', 'reporting'] as const) {
    const file = path.join(root, 'apps', service, 'openapi.json');
    const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
    const collection = await toCollection(document, runs[service]);
    const written = { collection, environment: toEnvironment(service, document, collection) };
    for (const [kind, content] of Object.entries(written)) {
      const target = path.join(folder, `${service}.postman_${kind}.json`);
      writeFileSync(target, `${JSON.stringify(content, null, 2)}\n`);
      files.push(path.relative(process.cwd(), target));
    }
  }
  return files;
}

async function toCollection(
  document: Document,
  { order, steps, secret }: Run,
): Promise<Collection> {
  const collection = await convert(document);
  const operations = operationsOf(document);
  expectSameOperations([...order, ...Object.keys(steps)], [...operations.values()]);
  for (const item of requestsOf(collection.item)) {
    const { request } = item;
    const route = `/${request.url.path.join('/').replace(/:(\w+)/g, '{$1}')}`;
    const operation = operations.get(`${request.method} ${route}`)!;
    item.operationId = operation.operationId;
    const step = steps[operation.operationId];
    finishRequest(request, operation, document, { secret, ...step });
    item.event = [testScript(operation, document, step)];
    // The documented response is the redirect, not its target.
    if (operation.responses[302]) item.protocolProfileBehavior = { followRedirects: false };
    item.response = [];
  }
  const place = ({ operationId }: Item) => {
    const index = order.indexOf(operationId ?? '');
    return index === -1 ? order.length : index;
  };
  const first = (item: Item) => Math.min(...(item.item ?? [item]).map(place));
  // Tags without operations become empty folders.
  collection.item = collection.item.filter(({ item }) => item?.length !== 0);
  for (const tag of collection.item) tag.item?.sort((one, other) => place(one) - place(other));
  collection.item.sort((one, other) => first(one) - first(other));
  for (const item of requestsOf(collection.item)) delete item.operationId;
  // Variables come from the environment; the collection's own would override later changes.
  delete collection.variable;
  return collection;
}

/** @throws Error naming operations missing from the document or the run, so that new ones are added to the run */
function expectSameOperations(named: string[], operations: Operation[]) {
  const known = operations.map(({ operationId }) => operationId);
  const other = [
    ...named.filter(name => !known.includes(name)),
    ...known.filter(name => !named.includes(name)),
  ];
  if (other.length > 0)
    throw new Error(`Missing from the document or the run: ${other.join(', ')}.`);
}

function convert(document: Document): Promise<Collection> {
  const options = {
    folderStrategy: 'Tags',
    parametersResolution: 'Example',
    requestNameSource: 'Fallback',
    includeAuthInfoInExample: false,
  } as const;
  return new Promise((resolve, reject) => {
    const input = { type: 'json' as const, data: structuredClone(document) };
    converter.convertV2(input, options, (error, result) => {
      if (error) reject(new Error(error.message, { cause: error }));
      else if (!result?.result) reject(new Error(result?.reason));
      else resolve(result.output![0]!.data as unknown as Collection);
    });
  });
}

/** Returns operations by method and route, such as `GET /api/packages/{slug}`. */
function operationsOf({ paths }: Document) {
  return new Map<string, Operation>(
    Object.entries(paths).flatMap(([route, item]) =>
      Object.entries(item).map(
        ([method, operation]) => [`${method.toUpperCase()} ${route}`, operation] as const,
      ),
    ),
  );
}

function requestsOf(items: Item[]): Item[] {
  return items.flatMap(item => (item.item ? requestsOf(item.item) : [item]));
}

/** Defines all variables of the collection: the server's URL, initial values, required examples, empty secrets. */
function toEnvironment(service: keyof typeof runs, document: Document, collection: Collection) {
  const examples = parametersOf(document)
    .filter(({ required }) => required === true)
    .map(({ name, example }) => [
      name,
      typeof example === 'string' ? example : JSON.stringify(example ?? ''),
    ]);
  const initial: Record<string, string> = {
    ...(Object.fromEntries(examples) as Record<string, string>),
    ...runs[service].environment,
    baseUrl: document.servers[0]!.url,
  };
  const used = [...JSON.stringify(collection).matchAll(/\{\{([A-Za-z]\w*)\}\}/g)].map(([, name]) =>
    String(name),
  );
  return {
    name: `${service} (local)`,
    _postman_variable_scope: 'environment',
    values: [...new Set(used)].map(key => ({
      key,
      value: initial[key] ?? '',
      type: key in initial ? 'default' : 'secret',
      enabled: true,
    })),
  };
}
