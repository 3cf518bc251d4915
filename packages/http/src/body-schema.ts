import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FieldError } from './problem';

/** As much of an OpenAPI 3 document as routing needs. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [field: string]: unknown;
}

/** The first error of a body; null for one that the document allows. */
export type FindBodyFault = (body: unknown) => FieldError | null;

/**
 * Validators of the JSON bodies of a document, compiled on first use. They stop at the first error, so that
 * a large body costs no more than to read it. Formats are left to tsoa.
 */
export function createBodyValidators(
  document: OpenApiDocument,
): (route: string, method: string) => FindBodyFault {
  const ajv = new Ajv({ strictSchema: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  return (route, method) => {
    let validate: ValidateFunction | undefined;
    return body => {
      const place = [
        'paths',
        route,
        method,
        'requestBody',
        'content',
        'application/json',
        'schema',
      ];
      validate ??= ajv.compile({ $ref: `document#/${place.map(escapePointer).join('/')}` });
      return validate(body) ? null : toFieldError(validate.errors![0]!);
    };
  };
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** `/departments/17` is `departments[17]` to the client. */
function toFieldError({ instancePath, keyword, params, message }: ErrorObject): FieldError {
  const path = instancePath
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .slice(1);
  if (keyword === 'additionalProperties') {
    const { additionalProperty } = params as { additionalProperty: string };
    const field = path === '' ? additionalProperty : `${path}.${additionalProperty}`;
    return { field, message: 'is not a property that this call takes' };
  }
  return { field: path || 'the body', message: message ?? 'is not valid' };
}
