import { createHash } from 'node:crypto';
import { invalidField } from '@platform/http';
import { z } from 'zod';
import { type PageRequest, readPage } from '../http/pages';
import type { Organization } from '../http/principal';

/** The order of a paged report whose statement takes `$after` and returns `position` with each row. */
export interface Order {
  readonly organization: Pick<Organization, 'uuid'>;
  /** The requested filters and sorting. A cursor is only valid for the same request. */
  readonly request: object;
  /** The types of the sort keys. */
  readonly position: readonly (keyof typeof COLUMNS)[];
}

const COLUMNS = {
  text: z.string().regex(/^[^\0]*$/),
  uuid: z.guid(),
  number: z.string().regex(/^(-?\d{1,20}(\.\d{1,20})?|Infinity)$/),
  // PostgreSQL knows neither a year 0 nor offsets of 16 hours.
  instant: z.iso.datetime({ offset: true }).regex(/^(?!0000).*(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/),
};

/** Returns the page at a cursor, with the next page number. @throws Problem invalid-request */
export function readPageAfter(
  order: Order,
  after: string,
  pageSize: number | undefined,
): PageRequest {
  const [of, page, ...position] = parse(after);
  const columns = z.tuple(order.position.map(column => COLUMNS[column]) as [z.ZodString]);
  if (of !== fingerprint(order)) {
    throw invalidAfter('belongs to a different request; only the page size may differ');
  }
  if (!Number.isSafeInteger(page) || !columns.safeParse(position).success) throw notACursor();
  return { ...readPage(page as number, pageSize), offset: 0, after: position as string[] };
}

/** Removes the extra row that was read past the page, and returns the next page's cursor; null on the last page. */
export function takeNextCursor(
  order: Order,
  { page, pageSize }: PageRequest,
  rows: object[],
): string | null {
  if (rows.length <= pageSize) return null;
  rows.length = pageSize;
  // The sort keys in PostgreSQL's text format.
  const { position } = rows.at(-1) as { position: readonly string[] };
  const cursor = JSON.stringify([fingerprint(order), page + 1, ...position]);
  return Buffer.from(cursor).toString('base64url');
}

/** Ignores the shown departments, which may change between two pages. */
function fingerprint({ organization, request }: Order): string {
  const identity = JSON.stringify([organization.uuid, request]);
  return createHash('sha256').update(identity).digest('base64url').slice(0, 16);
}

function parse(after: string): unknown[] {
  try {
    const cursor: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    if (Array.isArray(cursor)) return cursor;
  } catch {
    // not JSON
  }
  throw notACursor();
}

function notACursor() {
  return invalidAfter('is not a cursor; use the one in the Link header of the previous page');
}

export function invalidAfter(message: string) {
  return invalidField('after', message);
}
