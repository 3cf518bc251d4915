import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '../src/operations';

/** Validates a value against the schema at a path of a document; returns the errors. */
export type SchemaChecker = (place: readonly string[], value: unknown) => string[];

/** Compiles a document's schemas once per test file. */
const checkers = new WeakMap<OpenApiDocument, SchemaChecker>();

/** Validates values against the schemas of an OpenAPI 3.0 document. */
export function schemaChecker(document: OpenApiDocument): SchemaChecker {
  const checker = checkers.get(document) ?? createChecker(document);
  checkers.set(document, checker);
  return checker;
}

function createChecker(document: OpenApiDocument): SchemaChecker {
  // The document's other fields are not schema keywords.
  const ajv = new Ajv({ strictSchema: false, allErrors: true, validateSchema: false });
  addFormats(ajv);
  ajv.addSchema(document, 'document');
  const validators = new Map<string, ValidateFunction>();

  const validatorAt = (place: readonly string[]): ValidateFunction => {
    const pointer = place.map(part => encodeURIComponent(escapePointer(part))).join('/');
    const known = validators.get(pointer);
    if (known) return known;
    const validator = ajv.compile({ $ref: `document#/${pointer}` });
    validators.set(pointer, validator);
    return validator;
  };

  return (place, value) => {
    const validate = validatorAt(place);
    if (validate(value)) return [];
    return validate.errors!.map(({ instancePath, message, params }) =>
      [instancePath.replace(/\d+/g, '*') || 'the body', message, JSON.stringify(params)].join(' '),
    );
  };
}

function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
