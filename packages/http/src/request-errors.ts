import { ValidateError } from '@tsoa/runtime';
import { type FieldError, invalidFields, Problem } from './problems';

/** Maps errors from tsoa, the router and static files; null for any other error. */
export function toClientProblem(error: unknown): Problem | null {
  if (error instanceof ValidateError) return invalidFields(toFieldErrors(error.fields));
  if (error instanceof URIError) {
    return new Problem('invalid-request', 'The path contains malformed percent-encoding.');
  }
  const { name, headers } = error as { name?: unknown; headers: Record<string, string> };
  switch (name) {
    case 'PreconditionFailedError':
      return new Problem('precondition-failed', 'The file does not match If-Match.');
    case 'RangeNotSatisfiableError':
      return new Problem('range-not-satisfiable', 'The file ends before this range.', { headers });
    default:
      return null;
  }
}

type Faults = ValidateError['fields'];

/** A union's message lists the faults of its alternatives along with the sent value, which must not be echoed. */
function toFieldErrors(faults: Faults): FieldError[] {
  return Object.entries(faults).flatMap(([path, { message, value }]) => {
    const field = fieldName(path);
    // tsoa's message describes the expected value, not that it is missing.
    if (value === undefined) return [{ field, message: 'is required' }];
    if (!message.startsWith(UNION)) return [{ field, message: expectation(message) }];
    const alternatives = JSON.parse(message.slice(UNION.length)) as Faults[];
    const errors = alternatives.map(toFieldErrors);
    // The intended alternative fails only in nested fields.
    const intended = errors.find(each => each.every(error => error.field !== field));
    return intended ?? [{ field, message: anyOf(errors.flat()) }];
  });
}

/** Combines what the alternatives accept; null is omitted, because it is equivalent to an absent field. */
function anyOf(errors: readonly FieldError[]): string {
  const messages = errors.map(({ message }) => message).filter(text => text !== `${ONE_OF} null`);
  const separator = messages[0]?.startsWith(ONE_OF) ? ', ' : ', or ';
  return [...new Set(messages)].join(', or ').replaceAll(`, or ${ONE_OF} `, separator);
}

/** `body.Slug` → `Slug`, `departments.$0` → `departments[0]`. */
function fieldName(path: string): string {
  const inBody = path.replace(/^(_?body|requestBody)(\.|$)/, '');
  return inBody.replace(/\.?\$(\d+)/g, '[$1]') || 'the body';
}

/** Rewords messages of tsoa and Ajv. Messages from a controller's JSDoc match none and stay unchanged. */
const WORDINGS: readonly (readonly [RegExp, string])[] = [
  [/^.* is an excess property .*$/s, 'is not a known property'],
  [/^No matching model found .*$/s, 'is not a known property'],
  [/^(invalid string value|must be string)$/, 'must be a string'],
  [/^(invalid (integer|long) number|must be integer)$/, 'must be a whole number'],
  [/^(invalid (float|double) number|must be number)$/, 'must be a number'],
  [/^(invalid boolean value|must be boolean)$/, 'must be true or false'],
  [/^(invalid array|must be array)$/, 'must be a list'],
  [/^(invalid object|must be object)$/, 'must be an object'],
  [/^invalid ISO 8601 datetime format.*$/, 'must be a time, YYYY-MM-DDTHH:mm:ssZ'],
  [/^required unique array$/, 'must not contain duplicates'],
  [/^((minLength|minItems) 1|must NOT have fewer than 1 \w+)$/, 'must not be empty'],
  [/^minLength (\d+)$/, 'must have at least $1 characters'],
  [/^maxLength (\d+)$/, 'must have at most $1 characters'],
  [/^minItems (\d+)$/, 'must have at least $1 items'],
  [/^maxItems (\d+)$/, 'must have at most $1 items'],
  [/^must NOT have fewer than (\d+ \w+)$/, 'must have at least $1'],
  [/^must NOT have more than (\d+ \w+)$/, 'must have at most $1'],
  [/^(?:min|must be >=) (\S+)$/, 'must be at least $1'],
  [/^(?:max|must be <=) (\S+)$/, 'must be at most $1'],
  [/^Not match in '(.+)'$/s, 'must match $1'],
  [/^Could not match (the )?intersection.*$/s, 'is not valid'],
  [/^no member$/, 'is not valid'],
];

const UNION = 'Could not match the union against any of the items. Issues: ';
const ENUMERATION = /^should be one of the following; \[(.*)\]$/s;
const ONE_OF = 'must be one of';

export function expectation(message: string): string {
  const members = ENUMERATION.exec(message)?.[1];
  if (members !== undefined) return `${ONE_OF} ${members.replace(/'/g, '').replace(/,/g, ', ')}`;
  const wording = WORDINGS.find(([pattern]) => pattern.test(message));
  return wording ? message.replace(...wording) : message || 'is not valid';
}
