import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import converter from 'openapi-to-postmanv2';
import { eventsOf } from './postman/events.mjs';
import { finishRequest } from './postman/finish-request.mjs';
import { runs } from './postman/runs.mjs';
import { root } from './setup.mjs';

/** `npm run postman`: a collection and an environment for each service, from its committed document. */
const folder = path.join(root, 'postman');
mkdirSync(folder, { recursive: true });
for (const service of ['versioning', 'reporting']) {
  const file = path.join(root, 'apps', service, 'openapi.json');
  const document = JSON.parse(readFileSync(file, 'utf8'));
  const collection = await toCollection(document, runs[service]);
  write(`${service}.postman_collection.json`, collection);
  write(`${service}.postman_environment.json`, toEnvironment(service, document, collection));
}

async function toCollection(document, { order, steps }) {
  const collection = await convert(document);
  const operations = operationsOf(document);
  for (const item of requestsOf(collection)) {
    const { request } = item;
    const route = `/${request.url.path.join('/').replace(/:(\w+)/g, '{$1}')}`;
    const operation = operations.get(`${request.method} ${route}`);
    item.operationId = operation.operationId;
    const step = steps[operation.operationId];
    finishRequest(request, operation, document, step);
    item.event = eventsOf(operation, document, step);
    // Where an answer leads is not what it is.
    if (operation.responses[302]) item.protocolProfileBehavior = { followRedirects: false };
    item.response = [];
  }
  const place = ({ operationId }) => {
    const index = order.indexOf(operationId);
    return index === -1 ? order.length : index;
  };
  const first = item => Math.min(...(item.item ?? [item]).map(place));
  // Tags of what only the text describes.
  collection.item = collection.item.filter(({ item }) => item?.length !== 0);
  for (const tag of collection.item) tag.item?.sort((one, other) => place(one) - place(other));
  collection.item.sort((one, other) => first(one) - first(other));
  for (const item of requestsOf(collection)) delete item.operationId;
  // Said by the environment; a collection's own would outlive a change of it.
  delete collection.variable;
  return collection;
}

function convert(document) {
  const options = {
    folderStrategy: 'Tags',
    parametersResolution: 'Example',
    requestNameSource: 'Fallback',
    includeAuthInfoInExample: false,
  };
  return new Promise((resolve, reject) => {
    const input = { type: 'json', data: structuredClone(document) };
    converter.convertV2(input, options, (error, { result, reason, output } = {}) => {
      if (error || !result) reject(error ?? new Error(reason));
      else resolve(output[0].data);
    });
  });
}

/** `GET /api/packages/{slug}` → operation */
function operationsOf({ paths }) {
  return new Map(
    Object.entries(paths).flatMap(([route, item]) =>
      Object.entries(item).map(([method, operation]) => [
        `${method.toUpperCase()} ${route}`,
        operation,
      ]),
    ),
  );
}

function requestsOf({ item }) {
  return item.flatMap(inner => (inner.item ? requestsOf(inner) : [inner]));
}

/**
 * Every variable that the collection uses: the server's address, first values, examples of what is required,
 * empty secrets.
 */
function toEnvironment(service, { servers, paths }, collection) {
  const examples = Object.values(paths)
    .flatMap(item => Object.values(item).flatMap(({ parameters = [] }) => parameters))
    .filter(({ required }) => required === true)
    .map(({ name, example }) => [name, example ?? '']);
  const first = {
    ...Object.fromEntries(examples),
    ...runs[service].environment,
    baseUrl: servers[0].url,
  };
  const text = JSON.stringify(collection);
  const used = new Set([...text.matchAll(/\{\{([A-Za-z]\w*)\}\}/g)].map(([, name]) => name));
  return {
    name: `${service} (local)`,
    _postman_variable_scope: 'environment',
    values: [...used].map(key => ({
      key,
      value: String(first[key] ?? ''),
      type: key in first ? 'default' : 'secret',
      enabled: true,
    })),
  };
}

function write(name, content) {
  const file = path.join(folder, name);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  process.stdout.write(`${path.relative(process.cwd(), file)}\n`);
}
