import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const REFUSAL = { $ref: '#/components/schemas/ProblemDetails' };

/**
 * Reads a service's `documentation.mjs`, which describes responses that follow from rules rather than from an operation,
 * and the examples of its problems, rendered as in responses.
 */
export async function readDocumentation(folder) {
  const documentation = await import(pathToFileURL(path.join(folder, 'documentation.mjs')));
  const { style, otherCodes, examplesOf } = documentation;
  const require = createRequire(path.join(folder, 'package.json'));
  const { Problem, renderProblem } = require('@platform/http');
  const { problems, examples } = readProblems(folder, require);
  const render = (name, code, detail) => {
    const problem = typeof detail === 'string' ? new Problem(code, detail) : detail;
    const keys = Object.keys(examplesOf).filter(key => isNamed(name, examplesOf[key]));
    const of = keys.length > 0 ? keys : null;
    return { name, code, of, ...renderProblem(problem, problems, style) };
  };
  const rendered = Object.entries(examples).flatMap(([code, given]) =>
    typeof given === 'string' || given instanceof Problem
      ? [render(code, code, given)]
      : Object.entries(given).map(([name, detail]) => render(name, code, detail)),
  );
  const { limits, headers } = documentation;
  return {
    ...documentation,
    headers: [...COMMON_HEADERS, ...limits.flatMap(limitHeaders), ...headers],
    examples: rendered,
    codeName: style === 'pascal' ? 'Code' : 'code',
    codes: [...new Set([...rendered.map(({ code }) => code), ...otherCodes])].sort(),
  };
}

const COMMON_HEADERS = [
  { name: 'X-Request-Id', required: true, description: 'Include it when you report a problem.' },
  { name: 'Retry-After', required: true, statuses: [429, 503], description: 'Seconds to wait.' },
];

function limitHeaders({ name, max, each, of, files }) {
  const ofFiles = files
    ? ` For files it is \`"${files.name}"; q=${files.max}; w=60; pk=:…:\`.`
    : '';
  const policy = `The configured limit of the ${each}: \`"${name}"; q=${max}; w=60; pk=:…:\` means ${max} ${name} in 60 seconds, the default; \`pk\` identifies the ${each}.${ofFiles}`;
  const left = `The remaining quota: \`"${name}"; r=${max - 1}; t=60\` means ${max - 1} ${name} for the next 60 seconds.`;
  return [
    { name: 'RateLimit-Policy', of, description: policy },
    { name: 'RateLimit', of, description: left },
  ];
}

/** Evaluates a service's `problems.ts`, which is not built yet. */
function readProblems(folder, require) {
  const source = readFileSync(path.join(folder, 'src/http/problems.ts'), 'utf8');
  const { code } = require('esbuild').transformSync(source, { loader: 'ts', format: 'cjs' });
  const module = { exports: {} };
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('module', 'require', code)(module, require);
  return module.exports;
}

/**
 * Adds the responses that follow from an operation's name, tags, requirements and body. Its own statuses and headers
 * take precedence, then the first matching rule for a status. Expects the requirements as tsoa writes them.
 */
export function documentResponses(operation, documentation, share) {
  const { responses } = operation;
  const names = namesOf(operation);
  const applies = of => !of || of.some(name => names.has(name));
  for (const [status, descriptions] of Object.entries(documentation.refusals)) {
    const found = Object.entries(descriptions).find(([, of]) => applies(of.split(' ')));
    if (!found) continue;
    const [description] = found;
    responses[status] ??= { description, content: { 'application/json': { schema: REFUSAL } } };
  }
  for (const [status, response] of Object.entries(responses)) {
    const isRefusal = response.content?.['application/json']?.schema.$ref === REFUSAL.$ref;
    // The 503 of a health check is its result, without the headers of a refusal.
    const shared = documentation.headers
      .filter(({ of }) => applies(of?.split(' ')))
      .filter(({ statuses = [status] }) => statuses.map(String).includes(status))
      .filter(({ statuses }) => !statuses || isRefusal || status < 400)
      .map(({ name, description, required = false }) => [
        name,
        { description, required, schema: { type: 'string' } },
      ]);
    response.headers = { ...Object.fromEntries(shared), ...response.headers };
    if (!isRefusal) continue;
    const examples = documentation.examples.filter(
      ({ status: of, ...each }) => of === Number(status) && applies(each.of),
    );
    const codes = [...new Set(examples.map(({ code }) => code))];
    const content = contentOf(examples, codes, documentation.codeName);
    response.content = { [documentation.examples[0].contentType]: content };
    if (documentation.pages?.includes(operation.operationId)) {
      response.content['text/html'] = { schema: { type: 'string' } };
    }
    response.description += `: ${codes.map(code => `\`${code}\``).join(', ')}`;
    responses[status] = share(Number(status), response);
  }
}

/** Restricts the problem's code to those possible here. */
function contentOf(examples, codes, codeName) {
  const properties = { [codeName]: { type: 'string', enum: codes } };
  const referTo = ({ name }) => [name, { $ref: `#/components/examples/${name}` }];
  return {
    schema: { allOf: [REFUSAL, { type: 'object', required: [codeName], properties }] },
    examples: Object.fromEntries(examples.map(referTo)),
  };
}

/** Returns a function that stores equal responses once under `components` and returns references to them. */
export function createSharedResponses(components) {
  const names = new Map();
  components.responses = {};
  return (status, response) => {
    const text = JSON.stringify(response);
    if (!names.has(text)) {
      const reason = (STATUS_CODES[status] ?? `Status${status}`).replace(/\W/g, '');
      const others = [...names.values()].filter(name => name.replace(/\d+$/, '') === reason);
      const name = others.length === 0 ? reason : `${reason}${others.length + 1}`;
      names.set(text, name);
      components.responses[name] = response;
    }
    return { $ref: `#/components/responses/${names.get(text)}` };
  };
}

/** What an operation is selected by in rules: its name, tags, schemes and requirements, and whether it has a body. */
export function namesOf({ operationId, tags = [], security = [], requestBody }) {
  const required = security.flatMap(Object.entries).flat(2);
  return new Set([operationId, ...tags, ...required, ...(requestBody ? ['body'] : [])]);
}

function isNamed(name, names) {
  return names.split(' ').includes(name);
}
