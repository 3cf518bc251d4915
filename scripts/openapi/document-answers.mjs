import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const REFUSAL = { $ref: '#/components/schemas/ProblemDetails' };

/**
 * What a service says in `openapi-answers.json` beside its document of the answers that follow from a rule
 * rather than from an operation: their headers, the errors (`refusals`), and examples of these, written as the
 * service writes them. An example has the code of its name, unless it gives another. Each is `of` operations,
 * tags, schemes and requirements by their names, and of whatever takes a `body`; one that is of none is of every
 * operation, and an example of every one that documents its status.
 */
export function readAnswers(document) {
  const folder = path.resolve(path.dirname(document));
  const answers = JSON.parse(readFileSync(path.join(folder, 'openapi-answers.json'), 'utf8'));
  const write = problemWriter(folder, answers.style);
  const examples = Object.entries(answers.examples).map(([name, { of, value }]) => [
    name,
    { of, ...write({ code: value.code ?? value.Code ?? name, ...value }) },
  ]);
  const [[, { mediaType }]] = examples;
  const codeName = answers.style === 'pascal' ? 'Code' : 'code';
  return { ...answers, mediaType, codeName, examples: Object.fromEntries(examples) };
}

/** Writes an error as the service does: with status and title of its catalog, `src/problems.ts`. */
function problemWriter(folder, style) {
  const require = createRequire(path.join(folder, 'package.json'));
  const { Problem, renderProblem } = require('@platform/http');
  const built = require('esbuild').transformSync(
    readFileSync(path.join(folder, 'src', 'problems.ts'), 'utf8'),
    { loader: 'ts', format: 'cjs' },
  );
  const catalog = { exports: {} };
  new Function('module', 'require', built.code)(catalog, require);
  return ({ code, detail, Detail = detail, errors }) => {
    const problem = new Problem(code, Detail, { errors });
    const { contentType, body } = renderProblem(problem, catalog.exports.problems, style);
    return { mediaType: contentType, value: JSON.parse(body) };
  };
}

/** The examples as the document keeps them. */
export function exampleComponents({ examples }) {
  return Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, { value }]));
}

/**
 * Gives an operation that tsoa has written, its requirements still there, the answers that follow from what
 * it is. What it says of a status or a header itself counts; after that, of two refusals of one status, the
 * first.
 */
export function documentAnswers(
  operation,
  { mediaType, codeName, headers, refusals, examples },
  share,
) {
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
      const { content, codes } = contentOf(Number(status));
      response.content = { [mediaType]: content };
      response.description += `: ${codes.map(code => `\`${code}\``).join(', ')}`;
      responses[status] = share(Number(status), response);
    }
  }

  function contentOf(status) {
    const given = Object.entries(examples).filter(
      ([, example]) => statusOf(example) === status && isOfIt(example),
    );
    const references = given.map(([name]) => [name, { $ref: `#/components/examples/${name}` }]);
    const codes = [...new Set(given.map(([, example]) => codeOf(example)))];
    return {
      content: { schema: refusalOf(codes), examples: Object.fromEntries(references) },
      codes,
    };
  }

  /** The error of an operation's status: what every error is, and the codes that it can have. */
  function refusalOf(codes) {
    const properties = { [codeName]: { type: 'string', enum: codes } };
    return { allOf: [REFUSAL, { type: 'object', required: [codeName], properties }] };
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
  return [...new Set([...Object.values(examples).map(codeOf), ...otherCodes])].sort();
}

function codeOf({ value }) {
  return value.code ?? value.Code;
}

/** Each service writes its properties in a case of its own. */
function statusOf({ value }) {
  return value.status ?? value.Status;
}

function namesOf({ operationId, tags = [], security = [], requestBody }) {
  const asked = security.flatMap(Object.entries).flat(2);
  return new Set([operationId, ...tags, ...asked, ...(requestBody ? ['body'] : [])]);
}
