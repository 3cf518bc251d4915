import { parseStatement, type Statement } from '@platform/db';
import { importFiles } from '../records/files';
import { type ImportFile, snakeCase } from '../records/import-file';
import { block, stagingTable } from './staged-rows';

/** Every staging table, what --replace will delete (`leaving`), the members whose rows of a
 * file are those of a list alone (`replaced`), and the organizations that --company names (`allowed_company`). */
export const createStaging = parseStatement<object>(
  'create-staging.sql',
  block([
    ...importFiles.map(createTable),
    'create temp table leaving (file text, id uuid) on commit drop',
    'create temp table replaced (file text, member_id uuid) on commit drop',
    'create temp table allowed_company (id uuid) on commit drop',
  ]),
);

/** Updates statistics, and indexes the lines. */
export const analyzeStaging = parseStatement<object>(
  'analyze-staging.sql',
  block(
    importFiles.flatMap(file => [
      `create index on ${stagingTable(file)} using brin (line)`,
      `analyze ${stagingTable(file)}`,
    ]),
  ),
);

/**
 * What the rows of files may refer to: a table `known_…` for each file that they name, made when all are staged. As views
 * they had no statistics, and the planner sorted the rows of the files for them.
 */
export function createKnown(files: readonly ImportFile[]): Statement<object> {
  const referred = importFiles.filter(({ name }) =>
    files.some(file =>
      Object.values(file.columns).some(
        ({ of, listOf }) => (of ?? listOf) === name && name !== file.name,
      ),
    ),
  );
  const statements = referred.flatMap(file => [
    createKnownTable(file),
    `analyze known_${file.table}`,
  ]);
  return parseStatement('create-known.sql', block(statements));
}

/** Updates the statistics of the tables of files before reports run. */
export function analyze(files: readonly ImportFile[]): Statement<object> {
  const tables = files.flatMap(({ name, table }) =>
    // The bitmaps are kept by triggers on the standings.
    name === 'competency-standings.csv' ? [table, 'standing_bitmap'] : [table],
  );
  return parseStatement('analyze.sql', block(tables.map(table => `analyze reporting.${table}`)));
}

/** A value that was bad is null: the import will be refused for it, but the row is known. */
function createTable(file: ImportFile): string {
  const columns = Object.entries(file.columns).map(
    ([name, { type }]) => `${snakeCase(name)} ${type.sql}`,
  );
  return `create temp table ${stagingTable(file)} (line integer, ${columns.join(', ')}) on commit drop`;
}

/** The folder's rows, and those of the database that stay. */
function createKnownTable(file: ImportFile): string {
  const { table, columns } = file;
  if (!('companyId' in columns))
    return `create temp table known_${table} on commit drop as
  select id from ${stagingTable(file)}
  union
  select uuid from reporting.${table}`;
  return `create temp table known_${table} on commit drop as
  select id, company_id from ${stagingTable(file)}
  union all
  select present.uuid, company.uuid
  from reporting.${table} as present
  join reporting.company on company.id = present.company_id
  where not exists (select from ${stagingTable(file)} as staged where staged.id = present.uuid)
    and not exists (select from leaving where leaving.id = present.uuid)`;
}
