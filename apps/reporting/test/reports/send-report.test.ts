import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { query, readStatement, stream } from '@platform/db';
import { disconnectSignal, type RunningServer, serve } from '@platform/http';
import { waitUntil } from '@platform/http/testing';
import express, { type ErrorRequestHandler } from 'express';
import readWorkbook from 'read-excel-file/node';
import { sendReport } from '../../src/reports/send-report';
import { columnsOf } from '../../src/reports/table/define-columns';
import type { Format } from '../../src/reports/table/format.dto';
import { startTestApp, type TestApp } from '../start-test-app';

interface Numbered {
  n: number;
}

const statements = path.join(__dirname, '../statements');
const slowRows = readStatement<Numbered>(statements, 'slow-rows.sql');
const busyStatements = readStatement<{ count: number }>(statements, 'busy-statements.sql');
const columns = columnsOf<Numbered>({ n: 'integer' }).map(column => ({
  ...column,
  meaning: 'A number.',
}));
const numbers = { name: 'numbers', title: 'Numbers', columns };
const about = {
  scope: {
    organization: { name: 'Acme', handle: 'acme', measurementNames: [] },
    now: new Date('2026-11-21T23:59:59Z'),
  },
  describe: () => ({ filters: [] }),
};

/** The report that the server sends, set by each test. */
let report: { format: Format; rows: (leaving: AbortSignal) => AsyncGenerator<Numbered[]> };
let app: TestApp;
let server: RunningServer;
beforeAll(async () => {
  app = await startTestApp({}, { clock: () => new Date('2026-11-21T23:59:59Z') });
  const service = express();
  service.locals.context = app.context;
  service.get('/', (_, response, next) => {
    const { format } = report;
    const rows = () => report.rows(disconnectSignal(response));
    sendReport(response, { table: numbers, ...about, rows }, { format }).catch(next);
  });
  const handleError: ErrorRequestHandler = (_error, _request, response, _next) => {
    if (response.headersSent) response.destroy();
    else response.sendStatus(503);
  };
  service.use(handleError);
  server = await serve(service, { ...app.context.config, port: 0, log: app.context.log });
});
afterAll(async () => {
  await server.close();
  await app.close();
});

async function* numbered(): AsyncGenerator<Numbered[]> {
  yield [{ n: 1 }, { n: 2 }];
  yield [{ n: 3 }];
}

test('other requests are served between pieces of a large batch', async () => {
  report = {
    format: 'csv',
    async *rows() {
      yield Array.from({ length: 10_000 }, (_, n) => ({ n }));
    },
  };
  let turns = 0;
  let isSending = true;
  const count = () => {
    turns += 1;
    if (isSending) setImmediate(count);
  };
  setImmediate(count);
  await (await fetch(server.url)).text();
  isSending = false;
  expect(turns).toBeGreaterThanOrEqual(100);
});

test.each<[Format, string]>([
  ['csv', 'text/csv; charset=utf-8'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
])(
  '%s is an attachment that is named after the report, the organization and the day',
  async (format, type) => {
    report = { format, rows: numbered };
    const { headers } = await fetch(server.url);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename=numbers-acme-2026-11-21.${format}`,
    );
  },
);

test('all rows are sent and counted', async () => {
  report = { format: 'json', rows: numbered };
  const response = await fetch(server.url);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await app.context.metrics.registry.metrics()).toMatch(
    /report_rows_total\{report="numbers"\} \d+/,
  );
  report = { format: 'xlsx', rows: numbered };
  const workbook = Buffer.from(await (await fetch(server.url)).arrayBuffer());
  expect(await readWorkbook(workbook)).toEqual([
    expect.objectContaining({ sheet: 'About' }),
    { sheet: 'Numbers', data: [['N'], [1], [2], [3]] },
  ]);
});

test.each(['json', 'csv', 'xlsx', 'ndjson'] as const)(
  '%s that fails before its first row has the status of the error',
  async format => {
    report = {
      format,
      async *rows() {
        yield* [];
        throw new Error('the database left');
      },
    };
    expect((await fetch(server.url)).status).toBe(503);
  },
);

test.each(['json', 'csv', 'xlsx', 'ndjson'] as const)(
  '%s that fails later closes the connection, so that it cannot be mistaken for a complete file',
  async format => {
    report = {
      format,
      async *rows() {
        yield* numbered();
        throw new Error('the database left');
      },
    };
    const response = await fetch(server.url).catch((error: unknown) => error as Error);
    if (response instanceof Response) await expect(response.text()).rejects.toThrow();
  },
);

describe.each(['json', 'csv', 'xlsx', 'ndjson'] as const)('%s from the database', format => {
  test('HEAD releases the connection', async () => {
    const { pool } = app.context.reports.primary;
    report = {
      format,
      rows: signal =>
        stream(app.context.reports.primary, slowRows, { count: 2 }, { batchSize: 1, signal }),
    };
    expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(200);
    await waitUntil(() => pool.idleCount === pool.totalCount);
  });

  test('a client that disconnects cancels the query', async () => {
    const { pool } = app.context.reports.primary;
    report = {
      format,
      rows: signal =>
        stream(app.context.reports.primary, slowRows, { count: 9 }, { batchSize: 1, signal }),
    };
    const [response] = (await once(get(server.url), 'response')) as [IncomingMessage];
    response.on('error', () => undefined).destroy();
    await waitUntil(() => pool.idleCount === pool.totalCount);
    await waitUntil(async () => (await query(app.context.db, busyStatements))[0]?.count === 0);
  });
});
