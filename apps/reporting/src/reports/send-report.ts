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
import { fileName } from './table/file-name';
import { Format, NDJSON } from './table/format.dto';
import { type Fields, json, ndjson } from './table/json';
import { type ReportTable, tableFor } from './table/report-table';
import { type Filter, type Sheets, xlsx } from './table/xlsx';

/** A report's rows and metadata. `Read` is a row as it is read. */
export interface ReportAnswer<Row, Read = Row> {
  readonly table: ReportTable<Row>;
  /** The organization, null where all have the same answer, and the instant that the answer is of. */
  readonly scope: {
    readonly organization: Pick<Organization, 'name' | 'handle' | 'measurementNames'> | null;
    readonly now: Date;
  };
  /** How its workbook differs from a list. */
  readonly sheets?: Sheets<Row>;
  /** Of reports whose pages `after` continues. */
  readonly order?: Order;
  /** Of reports of the past, which have an entity tag: identifies the rows. */
  readonly digest?: (() => Promise<string>) | undefined;
  /** Reads a page, or without one everything, in batches. */
  readonly rows: (page: PageRequest | null) => AsyncGenerator<Read[]>;
  /** The rows of the table that rows as they are read give; absent: the same. */
  readonly toRows?: (read: Read[]) => Row[];
  /** `first` is the first row, as it is read. @throws Problem where it must exist */
  readonly describe: (first: Read | undefined) => Description;
}

export interface Description {
  readonly filters: readonly Filter[];
  /** What the file's name says besides the report and the organization; absent: the date. */
  readonly subject?: string;
  /** The fields of JSON beside the rows. */
  readonly fields?: Fields;
}

export interface Requested {
  readonly format: Format;
  /** Of reports with pages; JSON is one page, a file has every row. */
  readonly page?: number;
  readonly pageSize?: number;
  /** A cursor, in place of `page`. */
  readonly after?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** Rows per write. Ten times as many outlive young collections: 100 MB of garbage. */
const PIECE = 100;

/** Streams a report. The first rows are read before the headers, so that an early failure has a status. */
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
    // Browsers keep nothing of a session.
    if (!response.req.headers.cookie) response.set('Cache-Control', 'private, no-cache');
    if (matchesTag(readEntityTags(ifNoneMatch), tag)) {
      response.status(304).end();
      return;
    }
  }
  const { countReportRows } = contextOf(response.req);
  const range = readRange(response.req, answer, requested);
  let sent = 0;
  const pieces = reportFile(answer, format, range, {
    begin(_, name, next) {
      if (next) response.set('Link', linkTo(response.req, 'next', nextQuery(response.req, next)));
      if (format === Format.Json) response.type('application/json');
      else if (format === Format.Ndjson) response.type(NDJSON);
      else response.attachment(name);
    },
    count(rows) {
      sent += rows;
      countReportRows({ report: answer.table.name }, rows);
      addLogFields(response, { rows: sent });
    },
  });
  return streamResponse(response, () => pieces);
}

/** What a response of one URL depends on. */
const TAGGED_BY = 'Accept-Encoding, Authorization, Cookie, X-Api-Key, X-Company';

/**
 * Of the rows that the caller is shown, and of how they are written. Weak: the same tag compressed or not, and for the
 * workbook, which says when it was made.
 */
function tagOf<Row, Read>(
  { table, scope, describe }: ReportAnswer<Row, Read>,
  made: readonly (string | null)[],
): string {
  const { filters } = describe(undefined);
  const identity = JSON.stringify([...made, table, scope.organization, filters]);
  return `"${createHash('sha256').update(identity).digest('base64url').slice(0, 24)}"`;
}

/** Null for everything. @throws Problem invalid-request */
function readRange(
  { query }: Request,
  { order }: Pick<ReportAnswer<never>, 'order'>,
  { format, page, pageSize, after }: Requested,
): PageRequest | null {
  if (after !== undefined && order) {
    if (format !== Format.Json) throw invalidAfter('is of JSON; a file has every row');
    // The parameter has a default.
    if (query.page !== undefined) throw invalidAfter('is not given together with page');
    return readPageAfter(order, after, pageSize);
  }
  return page !== undefined && format === Format.Json ? readPage(page, pageSize) : null;
}

function nextQuery({ url }: Request, after: string): URLSearchParams {
  const { searchParams: query } = new URL(url, 'http://localhost');
  query.delete('page');
  query.set('after', after);
  return query;
}

interface Progress {
  /** The first rows are read; nothing is written yet. `next` is the cursor of the next page. */
  readonly begin: (description: Description, fileName: string, next: string | null) => void;
  readonly count: (rows: number) => void;
}

/** A report in its format, written as its rows are read. */
export async function* reportFile<Row, Read extends object>(
  given: ReportAnswer<Row, Read>,
  format: Format,
  range: PageRequest | null,
  { begin, count }: Progress,
): AsyncGenerator<string | Uint8Array> {
  const { organization } = given.scope;
  const table = organization ? tableFor(given.table, organization) : given.table;
  const answer = { ...given, table };
  const batches = answer.rows(range);
  try {
    const first = await batches.next();
    const read = first.done ? undefined : first.value[0];
    const description = answer.describe(read);
    const { order } = answer;
    const next = order && range && !first.done ? takeNextCursor(order, range, first.value) : null;
    begin(description, nameFile(answer, description, format), next);
    const pieces = inPieces(answer, prepend(first, batches), count);
    yield* write(answer, format, withPage(description, range, read), pieces);
  } finally {
    // Also before the first rows were requested.
    await batches.return(undefined);
  }
}

function nameFile<Row, Read>(
  { table, scope }: ReportAnswer<Row, Read>,
  { subject = scope.now.toISOString().slice(0, 10) }: Description,
  format: Format,
): string {
  return fileName({ report: table.name, handle: scope.organization?.handle, subject, format });
}

/** Every row of a page has the total. */
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
    case Format.Json:
      return json(table, rows, fields);
    case Format.Ndjson:
      return ndjson(table, rows);
    case Format.Csv:
      return writeCsv(table.columns, rows);
    case Format.Xlsx:
      return xlsx(table, { organization: scope.organization, asOf: scope.now, filters }, rows, {
        sheets,
      });
  }
}

/** A row without a key only carries metadata. */
async function* inPieces<Row, Read extends object>(
  { table, toRows = read => read as unknown as Row[] }: ReportAnswer<Row, Read>,
  batches: AsyncGenerator<Read[]>,
  count: Progress['count'],
): AsyncGenerator<Row[]> {
  const key = table.columns[0]!.name as keyof Read;
  for await (const batch of batches) {
    for (const read of slices(batch)) {
      for (const rows of slices(toRows(read.filter(row => row[key] !== null)))) {
        count(rows.length);
        yield rows;
        // Yields to other requests: a fast reader would never pause within a batch.
        await nextTurn();
      }
    }
  }
}

function* slices<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += PIECE) yield rows.slice(start, start + PIECE);
}
