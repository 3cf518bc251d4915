import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import path from 'node:path';

const REFUSAL = { $ref: '#/components/schemas/ProblemDetails' };

/**
 * What a service says in `openapi-answers.json` beside its document of the answers that follow from a rule
 * rather than from an operation: their headers, the errors (`refusals`), and examples of these, to which
 * `constants` adds what is alike in all. Each is `of` operations, tags, schemes and requirements by their
 * names, and of whatever takes a `body`; one that is of none is of every operation, and an example of every
 * one that documents its status.
 */
export function readAnswers(document) {
  const file = path.join(path.dirname(document), 'openapi-answers.json');
  return { constants: {}, ...JSON.parse(readFileSync(file, 'utf8')) };
}

/** The examples as the document keeps them. */
export function exampleComponents({ constants, examples }) {
  return Object.fromEntries(
    Object.entries(examples).map(([name, { value }]) => [
      name,
      { value: { ...constants, ...value } },
    ]),
  );
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
