import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '../src/operations';

/** Validates a value against the schema at a path of a document; returns the errors. */
export type SchemaChecker = (place: readonly string[], value: unknown) => string[];

declare global {
  /** Compiled schemas by their document as text. A Jest worker keeps them for its next files. */
  var compiledSchemas: Map<string, Ajv> | undefined;
}

/** Validates values against the schemas of an OpenAPI 3.0 document. */
export function schemaChecker(document: OpenApiDocument): SchemaChecker {
  const ajv = compiledSchemasOf(document);
  return (place, value) => {
    const pointer = place.map(part => encodeURIComponent(escapePointer(part))).join('/');
    const validate = ajv.getSchema(`document#/${pointer}`) as ValidateFunction;
    if (validate(value)) return [];
    return validate.errors!.map(({ instancePath, message, params }) =>
      [instancePath.replace(/\d+/g, '*') || 'the body', message, JSON.stringify(params)].join(' '),
    );
  };
}

function compiledSchemasOf(document: OpenApiDocument): Ajv {
  const compiled = (globalThis.compiledSchemas ??= new Map());
  const text = JSON.stringify(document);
  const known = compiled.get(text);
  if (known) return known;
  // The document's other fields are not schema keywords.
  const ajv = new Ajv({ strictSchema: false, allErrors: true, validateSchema: false });
  addFormats(ajv);
  ajv.addSchema(document, 'document');
  compiled.set(text, ajv);
  return ajv;
}

function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
