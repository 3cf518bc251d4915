import fc from 'fast-check';
import type { OpenApiDocument } from '../../src/operations';

export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly nullable?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly example?: unknown;
}

/** What breaks parsers, databases and headers. */
const NASTY = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\r\n',
    '\ud800',
    '\u202e',
    'ﬁ İ K ß',
    '😀',
    '%',
    '%00',
    '%ff',
    '\\',
    "'",
  ],
  ...['"', '`', ';', '--', '$1', '${x}', '{}', '[]', 'null', 'undefined', 'NaN', 'true', '-1', '0'],
  ...['1e309', '-0', '9007199254740993', '99999999999999999999', '1.5', '0x10', '١٢'],
  ...['../../etc/passwd', '//evil.example', '/\\evil.example', 'javascript:alert(1)'],
  ...["' or 1=1 --", "'; drop table reporting.account; --", '<script>', '__proto__', 'constructor'],
  ...['2026-W10-1', '20260101T000000Z', '2026-01-01T00:00:00+00', '-2026-01-01T00:00:00Z'],
  ...['2026-02-30T00:00:00Z', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00Z', 'a'.repeat(5_000)],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
];

type Schemas = Readonly<Record<string, Schema>>;

/** Values for the schemas of a document, and values that fit none. */
export class SchemaValues {
  readonly nasty = fc.oneof(
    fc.constantFrom(...NASTY),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  private readonly known: fc.Arbitrary<string>;
  private readonly schemas: Schemas;

  /** @param known values that mean something to the service: ids, handles, slugs */
  constructor(document: OpenApiDocument, known: readonly string[]) {
    this.known = fc.constantFrom(...known);
    this.schemas = (
      document as unknown as { readonly components: { readonly schemas: Schemas } }
    ).components.schemas;
  }

  resolve(schema: Schema): Schema {
    const reference = schema.$ref ?? schema.allOf?.find(({ $ref }) => $ref)?.$ref;
    return reference === undefined
      ? schema
      : this.resolve(this.schemas[reference.slice(reference.lastIndexOf('/') + 1)]!);
  }

  /** Mostly what the schema takes, at times anything. */
  loose(schema: Schema): fc.Arbitrary<unknown> {
    return fc.oneof({ weight: 6, arbitrary: this.valid(schema) }, this.nasty, this.known);
  }

  /** A value that a schema takes, more or less: patterns and lengths are left to chance. */
  valid(given: Schema): fc.Arbitrary<unknown> {
    const schema = this.resolve(given);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'boolean':
        return fc.boolean();
      case 'integer':
      case 'number':
        return fc.integer({ min: schema.minimum ?? -2, max: schema.maximum ?? 300 });
      case 'array':
        return fc.array(this.valid(schema.items ?? {}), { maxLength: 4 });
      case 'object':
        return this.object(schema);
      default:
        return this.text(schema);
    }
  }

  private object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
    const values = Object.entries(properties).map(([name, type]) => [name, this.valid(type)]);
    return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: [...required],
    });
  }

  private text({ format, example }: Schema): fc.Arbitrary<string> {
    const usual = typeof example === 'string' ? [fc.constant(example)] : [];
    if (format === 'uuid') return fc.oneof({ weight: 5, arbitrary: this.known }, fc.uuid());
    if (format === 'date-time')
      return fc.date({ noInvalidDate: true }).map(date => date.toISOString());
    return fc.oneof(this.known, fc.string({ maxLength: 20 }), ...usual);
  }
}
