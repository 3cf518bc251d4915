import { isUuid, uuidV5 } from '../http/identifiers';
import { uuid } from './column-types';
import { type FileName, type ImportFile, stem } from './import-file';

const NAMESPACE = Buffer.from('5d3c1b0e6f4a4e0c9a7b2f8d1c6e3a90', 'hex');
const MAX_LENGTH = 200;

/** Turns the ids of an import into UUIDs. */
export interface IdReader {
  /** Begins a row, which determines the organization of its ids. */
  begin(file: ImportFile, cell: (column: string) => string): void;
  /**
   * Returns the UUID of a row of `of`; undefined if the id is invalid or its organization unknown; null if another cell
   * of the row is the cause.
   */
  read(of: FileName, id: string): string | null | undefined;
  /** What is expected instead of an invalid id, for messages. */
  expected(of: FileName, id: string): string;
}

export const uuidsOnly: IdReader = {
  begin: () => undefined,
  read: (_, id) => uuid.read(id, null),
  expected: () => 'a UUID',
};

/**
 * Accepts any text as an id: a text that is not a UUID becomes the UUIDv5 of the organization's handle, the table and
 * the id. A row belongs to the organization of its companyId or of the rows that it references, which must agree.
 * Accounts use the alphabetically first handle, whatever the order of rows. With several organizations, the
 * organization of every referenced row is kept in memory. Without companies.csv, all rows belong to the organization
 * that bounds the import.
 */
export class TextIds implements IdReader {
  readonly #handles = new Set<string>();
  #smallest: string | undefined;
  /** Handles by file and id; null if several organizations use the id. */
  readonly #owners = new Map<string, string | null>();
  /** The organization of the row, and the id that determined it. */
  #owner: string | null | undefined;
  #source: { readonly of: FileName; readonly id: string } = { of: 'companies.csv', id: '' };

  /** @param onlyHandle the handle of the organization of all rows; null if companies.csv names the organizations */
  constructor(private readonly onlyHandle: string | null) {
    if (onlyHandle !== null) this.beginCompany(onlyHandle.toLowerCase());
  }

  begin({ name, columns, key }: ImportFile, cell: (column: string) => string): void {
    if (name === 'accounts.csv') return;
    if (name === 'companies.csv') this.beginCompany(cell('handle').toLowerCase());
    else {
      const column = 'companyId' in columns ? 'companyId' : firstReference(columns);
      this.#source = { of: columns[column]!.of!, id: cell(column) };
      this.#owner = this.ownerOf(this.#source.of, this.#source.id);
    }
    if (key[0] === 'id' && name !== 'tickets.csv') this.recordOwner(name, cell('id'));
  }

  read(of: FileName, id: string): string | null | undefined {
    const given = uuid.read(id, null);
    if (given !== undefined) return given;
    if (!isText(id)) return undefined;
    const ofCompany = of === 'companies.csv' ? this.ownerOf(of, id) : this.#owner;
    const handle = of === 'accounts.csv' ? this.#smallest : ofCompany;
    if (typeof handle === 'string') return uuidOf(handle, of, id);
    const isElsewhere = of !== 'accounts.csv' && !this.isCause(of, id) && !isUuid(this.#source.id);
    return isElsewhere ? null : undefined;
  }

  expected(of: FileName, id: string): string {
    if (!isText(id)) return `an id that ${of} has, of at most ${MAX_LENGTH} characters`;
    if (of === 'accounts.csv') return 'a UUID, since companies.csv names no organization';
    const source = this.#source;
    if (!this.isCause(of, id))
      return `a UUID, since the folder does not tell whose row this is: ${source.of} lacks ${source.id}, or several organizations use it`;
    return this.#owners.get(keyOf(of, id)) === null
      ? 'an id that one organization of the folder alone uses; import the organizations one by one, or use UUIDs'
      : `an id that ${of} of the folder has`;
  }

  private beginCompany(handle: string): void {
    this.#owner = handle;
    this.#handles.add(handle);
    if (this.#smallest === undefined || handle < this.#smallest) this.#smallest = handle;
  }

  private ownerOf(of: FileName, id: string): string | null | undefined {
    return this.hasOneOwner(of) ? this.#smallest : this.#owners.get(keyOf(of, id));
  }

  private recordOwner(of: FileName, id: string): void {
    const owner = this.#owner;
    if (typeof owner !== 'string' || this.hasOneOwner(of)) return;
    const known = this.#owners.get(keyOf(of, id));
    this.#owners.set(keyOf(of, id), known === undefined || known === owner ? owner : null);
  }

  /** Whether all ids of the file belong to one organization, so that its handle need not be looked up. */
  private hasOneOwner(of: FileName): boolean {
    return this.onlyHandle !== null || (this.#handles.size === 1 && of !== 'companies.csv');
  }

  private isCause(of: FileName, id: string): boolean {
    return of === 'companies.csv' || (of === this.#source.of && id === this.#source.id);
  }
}

const keyOf = (of: FileName, id: string) => `${of} ${isUuid(id) ? id.toLowerCase() : id}`;

const isText = (id: string) => id !== '' && id.length <= MAX_LENGTH && !id.includes('\0');

function firstReference(columns: ImportFile['columns']): string {
  return Object.keys(columns).find(name => name !== 'id' && columns[name]!.of !== null)!;
}

/** The UUIDv5 of `handle/table/id`. */
export function uuidOf(handle: string, file: FileName, id: string): string {
  return uuidV5(NAMESPACE, `${handle}/${stem(file)}/${id}`);
}
