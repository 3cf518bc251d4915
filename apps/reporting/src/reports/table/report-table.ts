import document from '../../../openapi.json';
import { measurementName } from '../../compliance/measurements';
import type { Organization } from '../../http/principal';
import { type ColumnTable, columnsOf, type ReportColumn } from './define-columns';

export interface ReportTable<Row> {
  /** The start of the file name and the label in metrics, such as `achievement-gaps`. */
  readonly name: string;
  /** The name of the sheet, such as `Achievement gaps`. */
  readonly title: string;
  /** The field of the JSON object that contains the rows; if absent, JSON is an array. */
  readonly list?: string | undefined;
  readonly columns: readonly (ReportColumn<Row> & { readonly meaning: string })[];
}

interface Definition<Row> extends Omit<ReportTable<Row>, 'columns'> {
  /** The DTO of a row in JSON, whose field descriptions are the meanings of the columns. */
  readonly schema: string;
  readonly columns: ColumnTable<Row>;
}

/**
 * The columns of files by the DTO of a row, those of its first table, which scripts/openapi writes to the OpenAPI
 * document.
 */
export const documentedColumns = new Map<string, readonly string[]>();

/** @throws Error naming a column without a meaning */
export function reportTable<Row extends object>(definition: Definition<Row>): ReportTable<Row> {
  const { schema, ...named } = definition;
  const columns = columnsOf(definition.columns).map(column => {
    const meaning = column.meaning ?? describe({ $ref: schema }, column.path ?? []);
    if (!meaning) throw new Error(`${named.name}: the column ${column.name} lacks a meaning.`);
    return { ...column, meaning };
  });
  const names = columns.map(({ name }) => name);
  documentedColumns.set(schema, documentedColumns.get(schema) ?? names);
  return { ...named, columns };
}

/** Returns the table with the organization's names of measurements. */
export function tableFor<Row>(
  table: ReportTable<Row>,
  organization: Pick<Organization, 'measurementNames'>,
): ReportTable<Row> {
  const columns = table.columns.map(column => {
    const { measurement } = column;
    if (measurement === null) return column;
    const value = (row: Row) => measurementName(organization, measurement(row));
    return { ...column, value, jsonValue: value, sheetValue: value };
  });
  return { ...table, columns };
}

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Read when the module is loaded, so that a column without a meaning fails at start, not in a download. */
const schemas = document.components.schemas as Readonly<Record<string, Schema>>;

/** Returns the description of a field by its path; undefined if there is no such field. */
function describe(schema: Schema, fields: readonly string[]): string | undefined {
  const [field, ...rest] = fields;
  const target = schema.$ref ?? schema.allOf?.[0]?.$ref;
  const resolved = target === undefined ? schema : schemas[target.split('/').at(-1)!];
  if (field === undefined) return schema.description ?? resolved?.description;
  const property = resolved?.properties?.[field.replace(/\?$/, '')];
  return property && describe(property, rest);
}
