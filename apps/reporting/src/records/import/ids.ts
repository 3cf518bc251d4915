import { uuidV5 } from '../../wire-format';
import { uuid } from './column-types';
import type { FileName, ImportFile } from './import-file';

const NAMESPACE = Buffer.from('5d3c1b0e6f4a4e0c9a7b2f8d1c6e3a90', 'hex');
const LONGEST = 200;

/** Turns the ids of a folder into UUIDs. */
export interface IdReader {
  /** Begins a row: whose ids follow, so that equal ids of two organizations stay apart. */
  begin(file: ImportFile, cell: (column: string) => string): void;
  /** The UUID of an id of a row of `of`; undefined where it is none, or nobody can tell of which organization. */
  read(of: FileName, id: string): string | undefined;
  /** What an id has to be, for people. */
  expected(of: FileName): string;
}

export const uuidsAlone: IdReader = {
  begin: () => undefined,
  read: (_, id) => uuid.read(id, null),
  expected: () => 'a UUID; with --text-ids, other ids are accepted, too',
};

/**
 * Takes any text for an id: what is no UUID becomes the UUIDv5 of the organization's handle, the table and the
 * id. A row is of the organization that its companyId names, or whose row it refers to; accounts, which are of
 * none, count as of the first one. With one organization nothing is remembered; with several, the organization
 * of every row that others refer to.
 */
export function textIds(): IdReader {
  const handles = new Set<string>();
  const owners = new Map<string, string>();
  let owner: string | undefined;
  const first = () => handles.values().next().value;
  const ownerOf = (file: FileName, id: string) =>
    handles.size === 1 && file !== 'companies.csv' ? first() : owners.get(`${file} ${id}`);
  const note = (file: FileName, id: string) => {
    if (owner !== undefined && (handles.size > 1 || file === 'companies.csv'))
      owners.set(`${file} ${id}`, owner);
  };

  return {
    begin({ name, columns, key }, cell) {
      if (name === 'companies.csv') {
        owner = cell('handle').toLowerCase();
        handles.add(owner);
      } else if (name === 'accounts.csv') {
        return;
      } else {
        const column = 'companyId' in columns ? 'companyId' : firstReference(columns);
        owner = ownerOf(columns[column]!.of!, cell(column));
      }
      if (key[0] === 'id' && name !== 'tickets.csv') note(name, cell('id'));
    },
    read(of, id) {
      const given = uuid.read(id, null);
      if (given !== undefined) return given;
      if (id === '' || id.length > LONGEST || id.includes('\0')) return undefined;
      const handle =
        of === 'companies.csv'
          ? owners.get(`${of} ${id}`)
          : of === 'accounts.csv'
            ? first()
            : owner;
      return handle === undefined ? undefined : uuidOf(handle, of, id);
    },
    expected: of => `an id that ${of} has, of at most ${LONGEST} characters`,
  };
}

function firstReference(columns: ImportFile['columns']): string {
  return Object.keys(columns).find(name => name !== 'id' && columns[name]!.of !== null)!;
}

/** UUIDv5 of `handle/table/id`: the same each time. */
export function uuidOf(handle: string, file: FileName, id: string): string {
  return uuidV5(NAMESPACE, `${handle}/${file.replace('.csv', '')}/${id}`);
}
