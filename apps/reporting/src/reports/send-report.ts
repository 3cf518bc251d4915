import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  addLogFields,
  linkTo,
  matchesTag,
  prepend,
  readEntityTags,
  streamResponse,
} from '@platform/http';
import { writeCsv } from '@platform/spreadsheet';
import type { Request, Response } from 'express';
import { version } from '../../package.json';
import { type PageRequest, readPage } from '../http/pages';
import type { Organization } from '../http/principal';
import { contextOf } from '../main/context';
import { invalidAfter, type Order, readPageAfter, takeNextCursor } from './cursors';
import { type Format, NDJSON } from './table/format.dto';
import { type Fields, json, ndjson } from './table/json';
import { type ReportTable, tableFor } from './table/report-table';
import { type Filter, type Sheets, xlsx } from './table/xlsx';

/** A report's rows and metadata. `Read` is a row as the statement returns it. */
export interface ReportAnswer<Row, Read = Row> {
  readonly table: ReportTable<Row>;
  /** The organization, or null if the response does not depend on it, and the time of the response. */
  readonly scope: {
    readonly organization: Pick<Organization, 'name' | 'handle' | 'measurementNames'> | null;
    readonly now: Date;
  };
  /** For workbooks that are more than a list. */
  readonly sheets?: Sheets<Row>;
  /** For reports with cursors. */
  readonly order?: Order;
  /** Identifies the rows. For reports on the past, which have an entity tag. */
  readonly digest?: (() => Promise<string>) | undefined;
  /** Reads a page, or everything if null, in batches. */
  readonly rows: (page: PageRequest | null) => AsyncGenerator<Read[]>;
  /** Converts rows of the statement to rows of the table; defaults to the same rows. */
  readonly toRows?: (read: Read[]) => Row[];
  /** `first` is the first row of the statement. @throws Problem if a row is required and there is none */
  readonly describe: (first: Read | undefined) => Description;
}

export interface Description {
  readonly filters: readonly Filter[];
  /** The end of the file name, after the report and the organization; defaults to the date. */
  readonly subject?: string;
  /** The fields of the JSON object in addition to the rows. */
  readonly fields?: Fields;
}

export interface Requested {
  readonly format: Format;
  /** For reports with pages. JSON contains one page, a file all rows. */
  readonly page?: number;
  readonly pageSize?: number;
  /** A cursor, which replaces `page`. */
  readonly after?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** Rows per write. Ten times as many would survive young-generation collections, as 100 MB of garbage. */
const PIECE = 100;

/** Streams a report. Reads the first rows before sending headers, so that an early failure has a status. */
export async function sendReport<Row, Read extends object>(
  response: Response,
  answer: ReportAnswer<Row, Read>,
  requested: Requested,
): Promise<void> {
  const { format, ifNoneMatch } = requested;
  if (answer.digest) {
    const { commit } = contextOf(response.req).config;
    const tag = tagOf(answer, [version, commit, format, await answer.digest()]);
    response.set('ETag', `W/${tag}`).vary(TAGGED_BY);
    // Browsers must not store responses to a session.
    if (!response.req.headers.cookie) response.set('Cache-Control', 'private, no-cache');
    if (matchesTag(readEntityTags(ifNoneMatch), tag)) {
      response.status(304).end();
      return;
    }
  }
  const range = readRange(response.req, answer, requested);
  let sent = 0;
  const { fileName, next, chunks } = await openReport(answer, format, range, rows => {
    sent += rows;
    contextOf(response.req).countReportRows({ report: answer.table.name }, rows);
    addLogFields(response, { rows: sent });
  });
  if (next) response.set('Link', linkTo(response.req, 'next', nextQuery(response.req, next)));
  if (format === 'json') response.type('application/json');
  else if (format === 'ndjson') response.type(NDJSON);
  else response.attachment(fileName);
  return streamResponse(response, chunks);
}

/** Request headers that the response to a URL depends on. */
const TAGGED_BY = 'Accept-Encoding, Authorization, Cookie, X-Api-Key, X-Company';

/**
 * Returns a tag for the rows shown to the caller and their format. It is weak, because it is the same with and without
 * compression, and because a workbook contains the time of its creation.
 */
function tagOf<Row, Read>(
  { table, scope, describe }: ReportAnswer<Row, Read>,
  made: readonly (string | null)[],
): string {
  const { filters } = describe(undefined);
  const identity = JSON.stringify([...made, table, scope.organization, filters]);
  return `"${createHash('sha256').update(identity).digest('base64url').slice(0, 24)}"`;
}

/** Returns the requested page, or null for everything. @throws Problem invalid-request */
function readRange(
  { query }: Request,
  { order }: Pick<ReportAnswer<never>, 'order'>,
  { format, page, pageSize, after }: Requested,
): PageRequest | null {
  if (after !== undefined && order) {
    if (format !== 'json') throw invalidAfter('requires JSON; a file contains all rows');
    // From the query, because the parameter has a default.
    if (query.page !== undefined) throw invalidAfter('cannot be combined with page');
    return readPageAfter(order, after, pageSize);
  }
  return page !== undefined && format === 'json' ? readPage(page, pageSize) : null;
}

function nextQuery({ url }: Request, after: string): URLSearchParams {
  const { searchParams: query } = new URL(url, 'http://localhost');
  query.delete('page');
  query.set('after', after);
  return query;
}

/**
 * Reads the first rows. The chunks must be iterated, which reads and counts the rows; closing them closes the report.
 * `next` is the cursor of the next page.
 */
export async function openReport<Row, Read extends object>(
  given: ReportAnswer<Row, Read>,
  format: Format,
  range: PageRequest | null,
  count: (rows: number) => void,
) {
  const { organization } = given.scope;
  const table = organization ? tableFor(given.table, organization) : given.table;
  const answer = { ...given, table };
  const batches = answer.rows(range);
  try {
    const first = await batches.next();
    const read = first.done ? undefined : first.value[0];
    const description = withPage(answer.describe(read), range, read);
    const { order } = answer;
    const next = order && range && !first.done ? takeNextCursor(order, range, first.value) : null;
    const rows = inPieces(answer, prepend(first, batches), count);
    const chunks = closing(batches, write(answer, format, description, rows));
    const { filters } = description;
    return { filters, fileName: nameFile(answer, description, format), next, chunks };
  } catch (error) {
    await batches.return(undefined);
    throw error;
  }
}

/** Also closes batches that have not been read, for example if the client disconnects first. */
async function* closing<Chunk>(
  batches: AsyncGenerator,
  chunks: AsyncGenerator<Chunk>,
): AsyncGenerator<Chunk> {
  try {
    yield* chunks;
  } finally {
    await batches.return(undefined);
  }
}

/** Returns a name such as `achievement-gaps-acme-h2s-alive-2026-11-21.csv`. */
function nameFile<Row, Read>(
  { table, scope }: ReportAnswer<Row, Read>,
  { subject = scope.now.toISOString().slice(0, 10) }: Description,
  format: Format,
): string {
  const parts = [table.name, scope.organization?.handle, subject];
  return `${parts.filter(Boolean).join('-')}.${format}`;
}

function withPage<Read>(
  description: Description,
  range: PageRequest | null,
  first: Read | undefined,
): Description {
  if (!range) return description;
  const { total } = first as { total: number };
  const { page, pageSize } = range;
  return { ...description, fields: { ...description.fields, total, page, pageSize } };
}

function write<Row, Read>(
  { table, scope, sheets }: ReportAnswer<Row, Read>,
  format: Format,
  { filters, fields }: Description,
  rows: AsyncGenerator<Row[]>,
): AsyncGenerator<string | Uint8Array> {
  switch (format) {
    case 'json':
      return json(table, rows, fields);
    case 'ndjson':
      return ndjson(table, rows);
    case 'csv':
      return writeCsv(table.columns, rows);
    case 'xlsx':
      return xlsx(table, { organization: scope.organization, asOf: scope.now, filters }, rows, {
        sheets,
      });
  }
}

/** Yields rows in small pieces. Omits a row without a key, which only carries metadata. */
async function* inPieces<Row, Read extends object>(
  { table, toRows = read => read as unknown as Row[] }: ReportAnswer<Row, Read>,
  batches: AsyncGenerator<Read[]>,
  count: (rows: number) => void,
): AsyncGenerator<Row[]> {
  const key = table.columns[0]!.name as keyof Read;
  for await (const batch of batches) {
    for (const read of slices(batch)) {
      for (const rows of slices(toRows(read.filter(row => row[key] !== null)))) {
        count(rows.length);
        yield rows;
        // Yields to other requests, because a fast reader would never pause within a batch.
        await nextTurn();
      }
    }
  }
}

function* slices<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += PIECE) yield rows.slice(start, start + PIECE);
}
