import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSharedResponses, documentAnswers, readAnswers } from './document-answers.mjs';

/**
 * What tsoa cannot say of an OpenAPI document: what a service serves beside its controllers, and responses that
 * follow from a rule (documentation.mjs of the service). Headers that
 * controllers share are interfaces, of which tsoa makes one header; here each property becomes a header of
 * its own. Scopes are left out of `security`, where OpenAPI 3.0 has them for OAuth alone: each operation's
 * description names its own, by the sentences of its scheme's `x-requirements` where it has such. Parameters
 * that the authentication reads are the scheme's `x-parameters`. A scheme `x-any-of` others is those, or the
 * one of them that a scope names.
 * A parameter of a named type is described by its type, and takes its example if it has to be sent: Swagger
 * UI sends examples as though they were typed. A property that is one or null is spelt out; `x-enum` is the
 * enumeration of numbers that tsoa would let text pass for. Of an answer
 * that comes in several media types, only JSON has the schema; the others are files.
 */
const [file] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, 'utf8'));
const answers = await readAnswers(path.dirname(path.resolve(file)));
document.tags.push({
  name: 'Documentation',
  description: 'This interface, for people and for programs.',
});
// tsoa's order is that of the imports, which a change elsewhere may turn around.
document.paths = sorted({ ...document.paths, ...answers.paths, ...swaggerPaths() });
document.components.schemas = sorted(document.components.schemas);
const { schemas, securitySchemes = {} } = document.components;
document.components.examples = Object.fromEntries(
  answers.examples.map(({ name, body }) => [name, { value: JSON.parse(body) }]),
);
const share = createSharedResponses(document.components);
schemas.ProblemDetails.properties[answers.codeName].enum = answers.codes;
const parameterTypes = new Set();

for (const item of Object.values(document.paths)) {
  for (const operation of Object.values(item)) {
    for (const response of Object.values(operation.responses)) {
      spreadHeaders(response);
      describeFiles(response);
    }
    documentAnswers(operation, answers, share);
    operation.security = (operation.security ?? []).flatMap(requirement => {
      const [[name, scopes]] = Object.entries(requirement);
      const {
        'x-requirements': sentences,
        'x-parameters': parameters = [],
        'x-any-of': schemes = [name],
      } = securitySchemes[name];
      const unknown = scopes.filter(scope => sentences && !(scope in sentences));
      if (unknown.length > 0) {
        throw new Error(
          `${operation.operationId} requires ${unknown.join(', ')}, which nobody knows`,
        );
      }
      if (sentences) {
        const said = scopes.map(scope => sentences[scope]).filter(Boolean);
        operation.description = [operation.description, said.join(' ')]
          .filter(Boolean)
          .join('\n\n');
      }
      operation.parameters = [
        ...(operation.parameters ?? []),
        ...parameters
          .filter(({ of }) => !of || of.some(scope => scopes.includes(scope)))
          .map(({ of: _, ...parameter }) => parameter),
      ];
      const named = schemes.filter(scheme => scopes.includes(scheme.toLowerCase()));
      return (named.length > 0 ? named : schemes).map(scheme => ({ [scheme]: [] }));
    });
    for (const parameter of operation.parameters ?? []) describe(parameter);
  }
}
for (const type of parameterTypes) delete type.example;
for (const { properties = {} } of Object.values(schemas)) {
  for (const [name, property] of Object.entries(properties)) properties[name] = spellOut(property);
}
for (const [name, scheme] of Object.entries(securitySchemes)) {
  if (scheme['x-any-of']) delete securitySchemes[name];
}
// tsoa ends a server with a slash, which would stand twice before each path.
for (const server of document.servers) server.url = server.url.replace(/\/$/, '');
// Headers, and types that are spelt out wherever they are used.
for (const name of Object.keys(schemas)) if (!isReferred(name)) delete schemas[name];
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);

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
      'Works behind any proxy prefix and loads nothing from another host. Open to everybody.',
    ...open,
    responses: {
      200: { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } },
      302: {
        description: 'To the page, relatively: the path lacked its last slash',
        headers: { Location: location },
      },
    },
  };
  const json = {
    operationId: 'GetOpenApi',
    summary: 'This document',
    description:
      'Its server is the URL that it is asked at, so that a client can be made from it by URL. Open to everybody.',
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
 * Nothing counts beside a reference, so what is said of a property goes around it; and a named type or null
 * is spelt out, since nullable needs the type beside it, and an enum has to name null.
 */
function spellOut(property) {
  const { $ref, allOf, 'x-enum': numbers, ...said } = property;
  if (numbers) return { ...said, enum: numbers };
  if ($ref && Object.keys(said).length > 0) return { allOf: [{ $ref }], ...said };
  if (!said.nullable || allOf?.length !== 1) return property;
  const type = schemas[allOf[0].$ref.replace('#/components/schemas/', '')];
  return { ...type, ...said, ...(type.enum ? { enum: [...type.enum, null] } : {}) };
}

function isReferred(name) {
  return JSON.stringify(document).includes(`"#/components/schemas/${name}"`);
}

function describeFiles({ content = {} }) {
  for (const [type, media] of Object.entries(content)) {
    if (type.endsWith('json')) continue;
    media.schema = type.startsWith('text/')
      ? { type: 'string' }
      : { type: 'string', format: 'binary' };
    delete media.examples;
  }
}

function describe(parameter) {
  const type = schemas[parameter.schema.$ref?.replace('#/components/schemas/', '')];
  if (!type) return;
  parameterTypes.add(type);
  parameter.description ??= type.description;
  if (parameter.required && type.example !== undefined) parameter.example ??= type.example;
}

function sorted(object) {
  return Object.fromEntries(
    Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
