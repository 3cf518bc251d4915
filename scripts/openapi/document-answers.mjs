import { existsSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const REFUSAL = { $ref: '#/components/schemas/ProblemDetails' };

/**
 * What a service says in `openapi-answers.json` beside its document of the answers that follow from a rule
 * rather than from an operation: their headers, the errors (`refusals`), and examples of these, as details of
 * problems. An example has the code of its name, unless it gives another. Each is `of` operations,
 * tags, schemes and requirements by their names, and of whatever takes a `body`; one that is of none is of every
 * operation, and an example of every one that documents its status.
 */
export function readAnswers(document) {
  const folder = path.resolve(path.dirname(document));
  const answers = JSON.parse(readFileSync(path.join(folder, 'openapi-answers.json'), 'utf8'));
  const require = createRequire(path.join(folder, 'package.json'));
  const { Problem, renderProblem } = require('@platform/http');
  const catalog = readCatalog(folder, require);
  const examples = Object.entries(answers.examples).map(
    ([name, { of, code = name, detail, errors }]) => {
      const rendered = renderProblem(new Problem(code, detail, { errors }), catalog, answers.style);
      return { name, of, code, ...rendered };
    },
  );
  const codeName = answers.style === 'pascal' ? 'Code' : 'code';
  return { ...answers, codeName, examples };
}

/** The problems of a service: `problems.ts`. */
function readCatalog(folder, require) {
  const source = readFileSync(
    ['src/http/problems.ts', 'src/problems.ts']
      .map(file => path.join(folder, file))
      .find(existsSync),
    'utf8',
  );
  const { code } = require('esbuild').transformSync(source, { loader: 'ts', format: 'cjs' });
  const module = { exports: {} };
  new Function('module', 'require', code)(module, require);
  return module.exports.problems;
}

/** The examples as the document keeps them. */
export function exampleComponents({ examples }) {
  return Object.fromEntries(examples.map(({ name, body }) => [name, { value: JSON.parse(body) }]));
}

/**
 * Gives an operation that tsoa has written, its requirements still there, the answers that follow from what
 * it is. What it says of a status or a header itself counts; after that, of two refusals of one status, the
 * first.
 */
export function documentAnswers(operation, { codeName, headers, refusals, examples }, share) {
  const names = namesOf(operation);
  const isOfIt = ({ of }) => !of || of.some(name => names.has(name));
  const { responses } = operation;
  for (const { status, description } of refusals.filter(isOfIt)) {
    responses[status] ??= { description, content: { 'application/json': { schema: REFUSAL } } };
  }
  for (const [status, response] of Object.entries(responses)) {
    const isRefusal = response.content?.['application/json']?.schema.$ref === REFUSAL.$ref;
    const shared = headers
      .filter(isOfIt)
      .filter(({ statuses }) => !statuses || (isRefusal && statuses.includes(Number(status))))
      .map(({ name, description, required = false }) => [
        name,
        { description, required, schema: { type: 'string' } },
      ]);
    response.headers = { ...Object.fromEntries(shared), ...response.headers };
    if (isRefusal) {
      const ofStatus = examples.filter(each => each.status === Number(status) && isOfIt(each));
      const codes = [...new Set(ofStatus.map(({ code }) => code))];
      const [{ contentType }] = examples;
      response.content = { [contentType]: contentOf(ofStatus, codes) };
      response.description += `: ${codes.map(code => `\`${code}\``).join(', ')}`;
      responses[status] = share(Number(status), response);
    }
  }

  /** What every error is, and the codes that it can have here. */
  function contentOf(ofStatus, codes) {
    const properties = { [codeName]: { type: 'string', enum: codes } };
    const referTo = ({ name }) => [name, { $ref: `#/components/examples/${name}` }];
    return {
      schema: { allOf: [REFUSAL, { type: 'object', required: [codeName], properties }] },
      examples: Object.fromEntries(ofStatus.map(referTo)),
    };
  }
}

/** Keeps equal refusals once, under `components`, and refers to them. */
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

/** Every code of the service: those of the examples, and those that no operation answers. */
export function allCodes({ examples, otherCodes }) {
  return [...new Set([...examples.map(({ code }) => code), ...otherCodes])].sort();
}

function namesOf({ operationId, tags = [], security = [], requestBody }) {
  const asked = security.flatMap(Object.entries).flat(2);
  return new Set([operationId, ...tags, ...asked, ...(requestBody ? ['body'] : [])]);
}
