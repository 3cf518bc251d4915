import {
  type Database,
  execute,
  query,
  readStatements,
  type Transaction,
  transaction,
} from '@platform/db';
import { type FieldError, invalidField, invalidFields } from '@platform/http';
import { recordEvent } from '../../audit/audit-events';
import { type PageOf, type PageRequest, type PageRow, pageOf, readPage } from '../../http/pages';
import type { DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { formatTimestamp, isTimeZone } from '../../http/times';
import { achievementType } from '../../records/column-types';
import { isWordRole, WORDS } from './cells';
import { foldHeader, ROLES } from './column-words';
import type { ColumnRole, ListSource, SourceDefinition, SourceSheet } from './sources.dto';

const sql = readStatements(__dirname, 'sources.sql');

/** Per organization, as the problem says. */
const MAX_SOURCES = 100;
const MAX_COLUMNS = 200;
const MAX_WORDS = 200;

/** A source with all defaults filled in. */
export type CompleteSource = Required<Omit<SourceDefinition, 'sheets' | 'name'>> & {
  readonly sheets: readonly Required<SourceSheet>[];
};

interface Stored {
  readonly name: string;
  readonly definition: CompleteSource;
  readonly updatedAt: Date;
}

export type FoundSource = Stored & { readonly id: number };

interface NamedSource {
  readonly companyId: number;
  readonly name: string;
  readonly doneBy: DoneBy;
}

const list = sql<PageRow<FoundSource>>('list-sources');
const lock = sql('lock-organization');
const put = sql<Stored>('put-source');
const remove = sql('delete-source');

export async function listSources(
  db: Database,
  companyId: number,
  page: PageRequest,
): Promise<PageOf<ListSource>> {
  const { pageSize: limit, offset } = page;
  return pageOf(await query(db, list, { companyId, name: null, limit, offset }), page, shown);
}

/** @throws Problem unknown-source */
export async function getSource(
  db: Database,
  companyId: number,
  name: string,
): Promise<ListSource> {
  return shown(await findSource(db, companyId, name));
}

/** @throws Problem unknown-source */
export async function findSource(
  db: Database,
  companyId: number,
  name: string,
): Promise<FoundSource> {
  const rows = await query(db, list, { companyId, name, limit: 1, offset: 0 });
  const [source] = pageOf(rows, readPage()).items;
  if (!source) throw problemOf('unknown-source');
  return source;
}

/** @throws Problem invalid-request, too-many-sources */
export async function putSource(
  db: Database,
  named: NamedSource,
  body: SourceDefinition,
): Promise<ListSource> {
  const { companyId, name } = named;
  if (body.name !== undefined && body.name !== name)
    throw invalidField('name', 'must be omitted or equal the name in the path');
  const definition = complete(body);
  const faults = faultsOf(definition);
  if (faults.length > 0) throw invalidFields(faults);
  const given = { companyId, name, definition: JSON.stringify(definition), max: MAX_SOURCES };
  return transaction(db, async tx => {
    await query(tx, lock, { companyId });
    const [source] = await query(tx, put, given);
    if (!source) throw problemOf('too-many-sources');
    await recordChange(tx, 'source-saved', named);
    return shown(source);
  });
}

/** @throws Problem unknown-source */
export async function deleteSource(db: Database, named: NamedSource): Promise<void> {
  const { companyId, name } = named;
  await transaction(db, async tx => {
    if ((await execute(tx, remove, { companyId, name })) === 0) throw problemOf('unknown-source');
    await recordChange(tx, 'source-deleted', named);
  });
}

function recordChange(
  tx: Transaction,
  kind: 'source-saved' | 'source-deleted',
  { companyId, name, doneBy }: NamedSource,
): Promise<void> {
  const accountId = doneBy.actorAccountId;
  return recordEvent(tx, { kind, ...doneBy, accountId, companyId, detail: { name } });
}

function shown({ name, definition, updatedAt }: Stored): ListSource {
  return {
    ...definition,
    sheets: [...definition.sheets],
    name,
    updatedAt: formatTimestamp(updatedAt),
  };
}

function complete({ name: _, sheets, ...rest }: SourceDefinition): CompleteSource {
  const defaults = { type: null, headerRow: 1, values: {}, ignoredColumns: [], separator: null };
  return {
    dateFormat: null,
    encoding: null,
    timeZone: null,
    expiry: 'instant',
    isComplete: false,
    ...rest,
    sheets: sheets.map(sheet => ({ ...defaults, ...sheet })),
  };
}

const faultOf = (field: string, message: string | false | undefined): FieldError[] =>
  message ? [{ field, message }] : [];

function faultsOf({ sheets, timeZone }: CompleteSource): FieldError[] {
  const names = sheets.map(({ sheet }) => sheet?.trim().toLowerCase() ?? null);
  const isUnnamed = names.includes(null) && names.length > 1;
  const isZone = timeZone === null || isTimeZone(timeZone);
  return [
    ...faultOf('timeZone', !isZone && 'is not a time zone, such as America/Edmonton'),
    ...faultOf('sheets', isUnnamed && 'must name each sheet if there are several'),
    ...faultOf('sheets', new Set(names).size < names.length && 'must not name a sheet twice'),
    ...sheets.flatMap((sheet, index) =>
      faultsOfSheet(sheet).map(({ field, message }) => ({
        field: `sheets[${index}].${field}`,
        message,
      })),
    ),
  ];
}

/** Roles that several columns may have. */
const SEVERAL: ReadonlySet<ColumnRole> = new Set(['department', 'profile', 'mark']);

function faultsOfSheet(sheet: Required<SourceSheet>): FieldError[] {
  const { kind, type, columns, values, ignoredColumns } = sheet;
  const roles = Object.values(columns);
  const [all, known] = [Object.keys(columns), new Set(ROLES[kind])];
  const foreign = roles.find(role => !known.has(role));
  const twice = roles.find((role, index) => !SEVERAL.has(role) && roles.indexOf(role) !== index);
  const folded = [...all, ...ignoredColumns].map(foldHeader);
  const alike = folded.find((header, index) => folded.indexOf(header) !== index);
  const isType = type === null || achievementType.read(type, null) !== undefined;
  return [
    ...faultOf('columns', all.length > MAX_COLUMNS && `must name at most ${MAX_COLUMNS}`),
    ...faultOf('columns', foreign && `must not contain ${foreign} in a list of ${kind}`),
    ...faultOf('columns', twice && `must name only one for ${twice}`),
    ...faultOf('columns', alike && 'and ignoredColumns must not name a column twice'),
    ...faultOf('columns', missingRole(kind, roles)),
    ...faultOf(
      'type',
      !isType &&
        'must be a measurement of achievements, such as Time-Sensitive Safety Certificates',
    ),
    ...Object.entries(values).flatMap(([role, words]) => faultsOfWords(role, words)),
  ];
}

function missingRole(kind: SourceSheet['kind'], roles: readonly ColumnRole[]): string | undefined {
  const has = (...some: ColumnRole[]) => some.some(role => roles.includes(role));
  if (kind === 'people' && !has('personCode', 'email'))
    return 'must name one for personCode or email';
  if (kind === 'requirements' && !has('profile')) return 'must name one for profile';
  if (kind !== 'achievements') return undefined;
  if (!has('achievement')) return 'must name one for achievement';
  return has('personCode', 'email', 'name') || (has('firstName') && has('lastName'))
    ? undefined
    : 'must name one for personCode, email or name';
}

function faultsOfWords(role: string, words: Readonly<Record<string, string>>): FieldError[] {
  if (!isWordRole(role)) return faultOf('values', 'must be for status, type or function');
  const field = `values.${role}`;
  if (Object.keys(words).length > MAX_WORDS)
    return faultOf(field, `must have at most ${MAX_WORDS} words`);
  const meanings = role === 'status' ? [...WORDS.status, 'ignore'] : WORDS[role];
  const odd = Object.keys(words).find(word => !meanings.includes(words[word]!));
  const message = `must map ${JSON.stringify(odd)} to one of ${meanings.join(', ')}`;
  return faultOf(field, odd !== undefined && message);
}
