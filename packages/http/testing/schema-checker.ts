import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '../src/operations';

/** What is wrong with a value by the schema that stands at a place of a document; nothing: an empty list. */
export type SchemaChecker = (place: readonly string[], value: unknown) => string[];

/** Services of one file are held to one document: its schemas are compiled once. */
const made = new WeakMap<OpenApiDocument, SchemaChecker>();

/** Holds values to the schemas of an OpenAPI 3.0 document. */
export function schemaChecker(document: OpenApiDocument): SchemaChecker {
  const checker = made.get(document) ?? makeChecker(document);
  made.set(document, checker);
  return checker;
}

function makeChecker(document: OpenApiDocument): SchemaChecker {
  // The document's other fields are no keywords of a schema, and stand around the schemas; `verify` checks them all.
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
