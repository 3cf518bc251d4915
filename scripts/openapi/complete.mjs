import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSharedResponses, documentAnswers, readAnswers } from './document-answers.mjs';

/** Where a pipeline's variable that is unset must not take another version, or find another release, than it means. */
const NEVER_EMPTY = /^(Increment\w+ (line|pre)|\w+ commit)$/;

/** Defaults of headers: whatever version there is; a tag that nothing has; the organization of the secret. */
const HARMLESS = { 'If-Match': '*', 'If-None-Match': '""', 'X-Company': '' };

/**
 * Completes the OpenAPI document that tsoa has written of a service by what tsoa cannot say: what the service serves
 * beside its controllers, responses that follow from a rule (documentation.mjs of the service), and the corrections below.
 */
const [file] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, 'utf8'));
const answers = await readAnswers(path.dirname(path.resolve(file)));
document.tags.push({
  name: 'Documentation',
  description: 'This API, for people and for programs.',
});
// tsoa's order is that of the imports, which a change elsewhere may turn around.
document.paths = sorted({
  ...document.paths,
  ...Object.fromEntries(copiedPaths()),
  ...answers.paths,
  ...swaggerPaths(),
});
document.components.schemas = sorted(document.components.schemas);
const { schemas } = document.components;
document.components.examples = Object.fromEntries(
  answers.examples.map(({ name, body }) => [name, { value: JSON.parse(body) }]),
);
const share = createSharedResponses(document.components);
schemas.ProblemDetails.properties[answers.codeName].enum = answers.codes;
const parameterTypes = new Set();
const operations = Object.values(document.paths).flatMap(Object.values);

for (const operation of operations) {
  for (const response of Object.values(operation.responses)) {
    spreadHeaders(response);
    describeFiles(response);
  }
  documentAnswers(operation, answers, share);
  nameCredentials(operation);
  for (const parameter of operation.parameters ?? []) describe(parameter);
}
for (const operation of operations) {
  for (const parameter of operation.parameters ?? []) giveDefault(operation, parameter);
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
    const type = typeOf(schema);
    if (type?.example !== undefined) type.default ??= type.example;
  }
}
for (const type of parameterTypes) delete type.example;
for (const { properties = {} } of Object.values(schemas)) {
  for (const [name, property] of Object.entries(properties)) properties[name] = spellOut(property);
}
// tsoa ends a server with a slash, which would stand twice before each path.
for (const server of document.servers) server.url = server.url.replace(/\/$/, '');
for (const { under, suffix } of answers.copies ?? []) {
  for (const [path, item] of Object.entries(document.paths)) {
    if (!path.startsWith(under)) continue;
    for (const operation of Object.values(item)) {
      if (isCopied(operation)) operation.operationId += suffix;
    }
  }
}
// Headers, and types that are spelt out wherever they are used.
for (const name of Object.keys(schemas)) if (!isReferred(name)) delete schemas[name];
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);

/** Operations served under two paths; until the end they share one name, by which they are described. */
function copiedPaths() {
  return (answers.copies ?? []).flatMap(({ of, under, requirement: [from, to] }) =>
    Object.entries(document.paths)
      .filter(([path]) => of.test(path))
      .map(([path, operations]) => [
        path.replace(of, under),
        JSON.parse(
          JSON.stringify(operations)
            .replaceAll(`["${from}`, `["${to}`)
            .replaceAll(`"${from}"]`, `"${to}"]`),
        ),
      ]),
  );
}

/** Whether another path has the operation, too. */
function isCopied({ operationId }) {
  return operations.filter(each => each.operationId === operationId).length > 1;
}

/** What every service serves beside its controllers. */
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

/** OpenAPI 3.0 has scopes for OAuth alone, so the description says what a credential has to be. */
function nameCredentials(operation) {
  operation.security = (operation.security ?? []).flatMap(requirement => {
    const [[name, scopes]] = Object.entries(requirement);
    if (name !== 'Credential') return [{ [name]: [] }];
    const { schemes, only, requirements, parameters } = answers.credential;
    const unknown = scopes.filter(scope => !(scope in requirements));
    if (unknown.length > 0)
      throw new Error(`${operation.operationId} requires ${unknown}: unknown`);
    const sentences = scopes.map(scope => requirements[scope]).join(' ');
    operation.description = [operation.description, sentences].filter(Boolean).join('\n\n');
    for (const { of, type, ...parameter } of parameters) {
      if (of && !scopes.includes(of)) continue;
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

/** Headers that controllers share are an interface, of which tsoa makes one header: each property becomes one. */
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
 * Nothing counts beside a reference, so what is said of a property goes around it; a named type or null is spelt out,
 * since nullable needs the type beside it and an enum has to name null; `x-enum` is the enumeration of numbers that tsoa
 * would let text pass for.
 */
function spellOut(property) {
  const { $ref, allOf, 'x-enum': numbers, ...said } = property;
  if (numbers) return { ...said, enum: numbers };
  if ($ref && Object.keys(said).length > 0) return { allOf: [{ $ref }], ...said };
  if (!said.nullable || allOf?.length !== 1) return property;
  const type = typeOf(allOf[0]);
  return { ...type, ...said, ...(type.enum ? { enum: [...type.enum, null] } : {}) };
}

function isReferred(name) {
  return JSON.stringify(document).includes(`"#/components/schemas/${name}"`);
}

/** Of a response in several media types only JSON has the schema; the others are files. */
function describeFiles({ content = {} }) {
  for (const [type, media] of Object.entries(content)) {
    if (type.endsWith('json') && !(type.endsWith('ndjson') && 'text/csv' in content)) continue;
    media.schema = /^text|json$/.test(type)
      ? { type: 'string' }
      : { type: 'string', format: 'binary' };
    delete media.examples;
  }
}

/**
 * A parameter of a named type is described by it, and takes its example only if it has to be sent: Swagger UI sends
 * examples as though they were typed.
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
 * Importers such as Postman's send every parameter, optional ones too, with a value of its schema alone. So the default is
 * the example of a required one, no items, or an empty text, which is as if omitted. Each operation has its own kind of
 * key, since values are made once for each schema.
 */
function giveDefault({ operationId }, parameter) {
  const { name, required, example, in: place } = parameter;
  const schema = { ...(typeOf(parameter.schema) ?? parameter.schema) };
  delete schema.description;
  delete schema.example;
  const isText = schema.type === 'string' && !schema.enum;
  if (required && example !== undefined) schema.default = example;
  else if (name === 'Idempotency-Key') schema.title = `A key of ${operationId}`;
  else if (required || schema.default !== undefined) return;
  else if (name in HARMLESS) schema.default = HARMLESS[name];
  else if (schema.type === 'array') schema.default = [];
  else if (place === 'query' && !schema.enum && !NEVER_EMPTY.test(`${operationId} ${name}`)) {
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
