import { readFileSync } from 'node:fs';
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
export function documentAnswers(operation, { mediaType, headers, refusals, examples }) {
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
    if (isRefusal) response.content = { [mediaType]: contentOf(Number(status)) };
  }

  function contentOf(status) {
    const references = Object.entries(examples)
      .filter(([, example]) => statusOf(example) === status && isOfIt(example))
      .map(([name]) => [name, { $ref: `#/components/examples/${name}` }]);
    return { schema: REFUSAL, examples: Object.fromEntries(references) };
  }
}

/** Each service writes its properties in a case of its own. */
function statusOf({ value }) {
  return value.status ?? value.Status;
}

function namesOf({ operationId, tags = [], security = [], requestBody }) {
  const asked = security.flatMap(Object.entries).flat(2);
  return new Set([operationId, ...tags, ...asked, ...(requestBody ? ['body'] : [])]);
}
