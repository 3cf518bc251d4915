import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  createSharedResponses,
  documentResponses,
  namesOf,
  readDocumentation,
} from './document-responses.mjs';

/**
 * Parameters for which an unset variable of a pipeline must not select another version or release than intended, and
 * If-Match of increments, which create a package without it.
 */
const NO_DEFAULT = /^(Increment\w+ (line|pre|If-Match)|\w+ commit)$/;

/** Defaults for headers that change nothing: any version, a tag that never matches, the secret's organization. */
const HARMLESS = { 'If-Match': '*', 'If-None-Match': '""', 'X-Company': '' };

/**
 * Completes an OpenAPI document written by tsoa with what tsoa cannot express: paths outside of controllers, responses
 * that follow from rules (the service's documentation.mjs), and the corrections below.
 */
const [file] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, 'utf8'));
const documentation = await readDocumentation(path.dirname(path.resolve(file)));
// tsoa's order depends on that of imports, so unrelated changes would reorder the document.
const copies = copyPaths();
document.paths = sorted({
  ...document.paths,
  ...Object.fromEntries(copies.map(({ path, operations }) => [path, operations])),
  ...documentation.paths,
  ...swaggerPaths(),
});
document.components.schemas = sorted(document.components.schemas);
const { schemas } = document.components;
document.components.examples = Object.fromEntries(
  documentation.examples.map(({ name, body }) => [name, { value: JSON.parse(body) }]),
);
const shareResponse = createSharedResponses(document.components);
schemas.ProblemDetails.properties[documentation.codeName].enum = documentation.codes;
const parameterTypes = new Set();
const operations = Object.values(document.paths).flatMap(Object.values);

for (const operation of operations) {
  for (const response of Object.values(operation.responses)) {
    spreadHeaders(response);
    describeFiles(response);
  }
  documentResponses(operation, documentation, shareResponse);
  documentCredentials(operation);
  for (const parameter of operation.parameters ?? []) {
    describe(parameter);
    giveDefault(operation, parameter);
  }
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
    const type = typeOf(schema);
    if (type?.example !== undefined) type.default ??= type.example;
  }
}
for (const type of parameterTypes) delete type.example;
for (const { properties = {} } of Object.values(schemas)) {
  for (const [name, property] of Object.entries(properties)) properties[name] = inline(property);
}
// tsoa ends server URLs with a slash, which paths begin with, too.
for (const server of document.servers) server.url = server.url.replace(/\/$/, '');
for (const { operations, suffix } of copies) {
  for (const operation of Object.values(operations)) operation.operationId += suffix;
}
// Shared headers and inlined types are no longer referenced.
for (const name of Object.keys(schemas)) if (!isReferenced(name)) delete schemas[name];
document.components.schemas = withExpectations(schemas);
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);

/** Adds tsoa's message for a text that does not match: large bodies are validated by the document alone. */
function withExpectations(described) {
  const routes = readFileSync(path.join(path.dirname(file), 'src/generated/routes.ts'), 'utf8');
  const text = '("(?:[^"\\\\]|\\\\.)*")';
  const patterns = routes.matchAll(
    new RegExp(`"pattern":\\{"errorMsg":${text},"value":${text}\\}`, 'g'),
  );
  // Sorted, because several types may have one pattern, and the order of files differs between file systems.
  const messages = new Map(
    [...patterns].map(([, message, pattern]) => [JSON.parse(pattern), JSON.parse(message)]).sort(),
  );
  return JSON.parse(JSON.stringify(described), (_, value) => {
    const message = messages.get(value?.pattern);
    return message === undefined ? value : { ...value, 'x-expected': message };
  });
}

/** Operations with a second path. They keep the same operationId until the end, because it selects their descriptions. */
function copyPaths() {
  return (documentation.copies ?? []).flatMap(({ of, under, suffix, requirement: [from, to] }) =>
    Object.entries(document.paths)
      .filter(([path]) => of.test(path))
      .map(([path, operations]) => {
        const text = JSON.stringify(operations)
          .replaceAll(`["${from}`, `["${to}`)
          .replaceAll(`"${from}"]`, `"${to}"]`);
        return { path: path.replace(of, under), operations: JSON.parse(text), suffix };
      }),
  );
}

function swaggerPaths() {
  const open = { tags: ['Documentation'], security: [] };
  const location = {
    description: '`swagger/`, with the query.',
    required: true,
    schema: { type: 'string' },
  };
  const page = {
    operationId: 'GetSwagger',
    summary: 'Interactive documentation',
    description:
      'Works behind any proxy prefix and loads nothing from other hosts. Requires no credential.',
    ...open,
    responses: {
      200: { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } },
      302: {
        description: 'Relative redirect to the page, with a trailing slash',
        headers: { Location: location },
      },
    },
  };
  const json = {
    operationId: 'GetOpenApi',
    summary: 'This document',
    description:
      'Its server is the URL at which it is requested, so clients can be generated from its URL. Requires no credential.',
    ...open,
    responses: {
      200: {
        description: 'The document',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
  };
  return { '/swagger': { get: page }, '/swagger/openapi.json': { get: json } };
}

/** OpenAPI 3.0 has scopes only for OAuth, so requirements for credentials are part of the description. */
function documentCredentials(operation) {
  const names = namesOf(operation);
  operation.security = (operation.security ?? []).flatMap(requirement => {
    const [[name, scopes]] = Object.entries(requirement);
    if (name !== 'Credential') return [{ [name]: [] }];
    const { schemes, only, requirements, parameters } = documentation.credential;
    const unknown = scopes.filter(scope => !(scope in requirements));
    if (unknown.length > 0)
      throw new Error(`${operation.operationId} requires an unknown scope: ${unknown}`);
    const all = scopes.map(scope => requirements[scope]).join(' ');
    const sentences = requirements[scopes.join(' ')] ?? all;
    operation.description = [operation.description, sentences].filter(Boolean).join('\n\n');
    for (const { of, type, ...parameter } of parameters) {
      if (of && !of.split(' ').some(each => names.has(each))) continue;
      const schema = { $ref: `#/components/schemas/${type}` };
      operation.parameters = [
        ...(operation.parameters ?? []),
        { ...parameter, required: false, schema },
      ];
    }
    const left = scopes.reduce((names, scope) => only[scope] ?? names, schemes);
    return left.map(scheme => ({ [scheme]: [] }));
  });
}

/** tsoa turns an interface of shared headers into a single header; this makes each property a header. */
function spreadHeaders(response) {
  for (const [name, { schema }] of Object.entries(response.headers ?? {})) {
    if (schema.$ref !== `#/components/schemas/${name}`) continue;
    delete response.headers[name];
    const { properties, required = [] } = schemas[name];
    for (const [header, { description, ...rest }] of Object.entries(properties)) {
      response.headers[header] = { description, required: required.includes(header), schema: rest };
    }
  }
}

/**
 * Siblings of a reference are ignored, so a reference with other keywords is wrapped in `allOf`. A nullable reference is
 * replaced by its type, because `nullable` requires a type and an enum must list null. `x-enum` lists the numbers of an
 * enum, for which tsoa would also accept text.
 */
function inline(property) {
  const { $ref, allOf, 'x-enum': numbers, ...others } = property;
  if (numbers) return { ...others, enum: numbers };
  if ($ref && Object.keys(others).length > 0) return { allOf: [{ $ref }], ...others };
  if (!others.nullable || allOf?.length !== 1) return property;
  const type = typeOf(allOf[0]);
  return { ...type, ...others, ...(type.enum ? { enum: [...type.enum, null] } : {}) };
}

function isReferenced(name) {
  return JSON.stringify(document).includes(`"#/components/schemas/${name}"`);
}

/** In a response with several media types, only JSON and its lines have a schema; the others are files with a name. */
function describeFiles(response) {
  const { content = {} } = response;
  for (const [type, media] of Object.entries(content)) {
    if (type.endsWith('/json')) continue;
    if (/csv|sheet|zip/.test(type)) {
      const name = { description: 'The name of a file.', schema: { type: 'string' } };
      response.headers = { ...response.headers, 'Content-Disposition': name };
    }
    media.schema = type.endsWith('ndjson')
      ? rowOf(content['application/json'].schema)
      : { type: 'string', ...(!type.startsWith('text') && { format: 'binary' }) };
    delete media.examples;
  }
}

/** A line is an element of a list, or of the property that contains a report's rows; that of the matrix has no type. */
function rowOf(schema) {
  const { items, properties } = typeOf(schema) ?? schema;
  if (items) return items;
  const { rows, requirements, affiliations, columns } = properties;
  if (columns) return { type: 'object' };
  return (rows ?? requirements ?? affiliations ?? properties.items).items;
}

/**
 * Copies the description of a parameter's named type, and its example if the parameter is required: Swagger UI fills in
 * examples, which would then be sent.
 */
function describe(parameter) {
  const type = typeOf(parameter.schema);
  if (!type) return;
  parameterTypes.add(type);
  parameter.description ??= type.description;
  if (parameter.required && type.example !== undefined) parameter.example ??= type.example;
}

function typeOf({ $ref }) {
  return schemas[$ref?.replace('#/components/schemas/', '')];
}

/**
 * Importers such as Postman's fill in every parameter, even optional ones, from its schema alone. So required parameters
 * default to their example, and others to a value that is ignored, such as an empty list or text. Each operation has its
 * own schema of idempotency keys, because values are generated once per schema.
 */
function giveDefault({ operationId }, parameter) {
  const { name, required, example, in: location } = parameter;
  const schema = { ...(typeOf(parameter.schema) ?? parameter.schema) };
  delete schema.description;
  delete schema.example;
  const isText = schema.type === 'string' && !schema.enum;
  if (required && example !== undefined) schema.default = example;
  else if (name === 'Idempotency-Key') schema.title = `A key of ${operationId}`;
  else if (required) return;
  else if (schema.default !== undefined) {
    if (location === 'query' && schema.type === 'integer') parameter.allowEmptyValue = true;
    return;
  } else if (NO_DEFAULT.test(`${operationId} ${name}`)) return;
  else if (name in HARMLESS) schema.default = HARMLESS[name];
  else if (schema.type === 'array') schema.default = [];
  else if (location === 'query' && !schema.enum) {
    Object.assign(schema, isText ? { default: '' } : { nullable: true, default: null });
    parameter.allowEmptyValue = true;
  } else return;
  parameter.schema = schema;
}

function sorted(object) {
  return Object.fromEntries(
    Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
