import { createHash } from 'node:crypto';
import { invalidField } from '@platform/http';
import { z } from 'zod';
import { type PageRequest, readPage } from '../http/pages';
import type { Organization } from '../http/principal';

/** The order of a paged report, and what it is of. Its statement takes `$after`, and returns `position` with each row. */
export interface Order {
  readonly organization: Pick<Organization, 'uuid'>;
  /** The filters and the sorting requested: a cursor continues these alone. */
  readonly request: object;
  /** The columns of the order. */
  readonly position: readonly (keyof typeof COLUMNS)[];
}

/** The columns of the order as PostgreSQL writes them; the last are unique. */
export type Position = readonly string[];

const COLUMNS = {
  text: z.string().regex(/^[^\0]*$/),
  uuid: z.guid(),
  number: z.string().regex(/^(-?\d{1,20}(\.\d{1,20})?|Infinity)$/),
  instant: z.iso.datetime({ offset: true }),
};

/** The page behind a cursor. `page` counts on. @throws Problem invalid-request */
export function readPageAfter(
  order: Order,
  after: string,
  pageSize: number | undefined,
): PageRequest {
  const [of, page, ...position] = parse(after);
  const columns = z.tuple(order.position.map(column => COLUMNS[column]) as [z.ZodString]);
  if (of !== fingerprint(order)) {
    throw invalidAfter('is of another request; only page size may differ from that request');
  }
  if (!Number.isSafeInteger(page) || !columns.safeParse(position).success) throw notACursor();
  return { ...readPage(page as number, pageSize), offset: 0, after: position as string[] };
}

/** Removes the row behind the page, which is read with it, and returns the next page's cursor; null on the last page. */
export function takeNextCursor(
  order: Order,
  { page, pageSize }: PageRequest,
  rows: object[],
): string | null {
  if (rows.length <= pageSize) return null;
  rows.length = pageSize;
  const { position } = rows.at(-1) as { position: Position };
  const cursor = JSON.stringify([fingerprint(order), page + 1, ...position]);
  return Buffer.from(cursor).toString('base64url');
}

/** Departments shown are left out: they may change between two pages. */
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
  return invalidAfter('is not a cursor; the header Link of a page has the next one');
}

export function invalidAfter(message: string) {
  return invalidField('after', message);
}
