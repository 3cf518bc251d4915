import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parse } from 'yaml';
import reporting from '../../apps/reporting/openapi.json';
import { createDemonstration } from '../../apps/reporting/src/demo/sources';
import { importRecords } from '../../apps/reporting/src/import/import-records';
import { startTestApp as startReporting } from '../../apps/reporting/test/start-test-app';
import versioning from '../../apps/versioning/openapi.json';
import { startTestApp as startVersioning } from '../../apps/versioning/test/start-test-app';
import { runs } from '../../e2e/postman/runs';

/** The converter is a dependency of e2e. */
const fromEndToEnd = createRequire(path.join(__dirname, '../../e2e/package.json'));
const converter = fromEndToEnd('openapi-to-postmanv2') as {
  convertV2(
    input: { type: 'json'; data: object },
    options: object,
    done: (error: Error | null, result?: Conversion) => void,
  ): void;
};

interface Conversion {
  readonly reason?: string;
  readonly output?: readonly { readonly data: { readonly item: readonly Item[] } }[];
}

interface Entry {
  readonly key: string;
  readonly value: string;
}

interface Item {
  readonly item?: readonly Item[];
  readonly request: {
    readonly method: string;
    readonly url: { readonly path: string[]; readonly variable: Entry[]; readonly query: Entry[] };
    readonly header: readonly Entry[];
    readonly body?: { readonly raw?: string; readonly urlencoded?: readonly Entry[] };
  };
}

interface Document {
  readonly paths: Record<string, Record<string, { responses: object; operationId: string }>>;
}

interface Portman {
  readonly tests: { readonly contractTests: readonly { excludeForOperations?: string[] }[] };
}

/** Converts a document with the default options. Returns the requests of the collection. */
async function importInto(document: object): Promise<Item[]> {
  const data = structuredClone(document);
  const items = await new Promise<readonly Item[]>((resolve, reject) => {
    converter.convertV2({ type: 'json', data }, {}, (error, { reason, output } = {}) => {
      if (output) resolve(output[0]!.data.item);
      else reject(new Error(error?.message ?? reason));
    });
  });
  const requestsOf = (all: readonly Item[]): Item[] =>
    all.flatMap(item => (item.item ? requestsOf(item.item) : [item]));
  return requestsOf(items);
}

/** Sends all requests as Postman does. Returns the statuses by operation. */
async function sendAll(document: Document, url: string, secret: string) {
  const statuses = new Map<string, number>();
  for (const { request } of await importInto(document)) {
    const { method, header } = request;
    const values = new Map(request.url.variable.map(({ key, value }) => [`:${key}`, value]));
    const target = new URL(url);
    target.pathname = request.url.path.map(part => values.get(part) ?? part).join('/');
    for (const { key, value } of request.url.query) target.searchParams.append(key, value);
    const headers = header.map(({ key, value }): [string, string] => [key, value]);
    const response = await fetch(target, {
      method,
      headers: [...headers, ['Authorization', `Bearer ${secret}`]],
      redirect: 'manual',
      ...(method !== 'GET' && { body: bodyOf(request) }),
    });
    await response.arrayBuffer();
    const route = `/${request.url.path.map(part => part.replace(/^:(.*)/, '{$1}')).join('/')}`;
    const { operationId, responses } = document.paths[route]![method.toLowerCase()]!;
    expect({ operationId, documented: Object.keys(responses) }).toEqual({
      operationId,
      documented: expect.arrayContaining([String(response.status)]),
    });
    statuses.set(operationId, response.status);
  }
  return statuses;
}

function bodyOf({ body }: Item['request']): string | URLSearchParams | null {
  const { raw = null, urlencoded } = body ?? {};
  return urlencoded
    ? new URLSearchParams(urlencoded.map(({ key, value }): [string, string] => [key, value]))
    : raw;
}

/** Statuses that mean an invalid request, not missing rights or data. */
const faultsOf = (statuses: Map<string, number>) =>
  [...statuses].filter(([, status]) => [400, 405, 406, 412, 413, 415, 422].includes(status));

test('Postman imports the document of versioning into valid requests', async () => {
  const app = await startVersioning();
  const statuses = await sendAll(versioning, app.url, app.key);
  // The importer invents the parameters of increments that must have no default.
  const isIncrement = ([operation]: [string, number]) =>
    /^Increment(Major|Minor|Patch)$/.test(operation);
  expect(faultsOf(statuses).filter(status => !isIncrement(status))).toEqual([]);
  await app.close();
});

test('Postman imports the document of reporting into valid requests, and reports succeed', async () => {
  const app = await startReporting({ RATE_LIMIT_DEFAULT: 'off', RATE_LIMIT_REPORTS: 'off' });
  const { db } = app.context;
  const { sources, account } = createDemonstration('small', 1, new Date());
  await importRecords(db, sources, { source: 'demo', allowOperators: true });
  const where = { email: account.email };
  const reader = await db.prisma.account.findFirstOrThrow({ where });
  const company = await db.prisma.company.findFirstOrThrow({ where: { handle: account.company } });
  const secret = await app.seed.secret({ ...reader, email: account.email }, company);
  const statuses = await sendAll(reporting, app.url, secret);
  expect(faultsOf(statuses)).toEqual([]);
  const reports = Object.entries(reporting.paths)
    .flatMap(([route, methods]) => (route.startsWith('/reporting/') ? Object.values(methods) : []))
    .filter(({ tags }) => tags.includes('Reports'));
  for (const { operationId } of reports) {
    expect([operationId, statuses.get(operationId)]).toEqual([operationId, 200]);
  }
  await app.close();
});

test('the collection expects 401 where only a session is accepted, after it has signed out', () => {
  const { order, steps } = runs.reporting;
  const operations = Object.values(reporting.paths).flatMap(
    methods => Object.values(methods) as { operationId: string; security?: object[] }[],
  );
  const onSession = operations
    .filter(({ security }) => JSON.stringify(security) === '[{"Session":[]}]')
    .map(({ operationId }) => operationId)
    .filter(operationId => order.indexOf(operationId) > order.indexOf('SignOut'));
  expect(onSession).toContain('GeneratePersonalSecret');
  for (const operationId of onSession)
    expect([operationId, steps[operationId]]).toEqual([operationId, { answers: [401] }]);
});

test("portman's contract tests leave out the operations that the collection expects to be refused", () => {
  const file = path.join(__dirname, '../../e2e/postman/portman/reporting.yaml');
  const { tests } = parse(readFileSync(file, 'utf8')) as Portman;
  const excluded = tests.contractTests[0]?.excludeForOperations;
  const refused = Object.entries(runs.reporting.steps)
    .filter(([, step]) => step?.answers?.every(status => status >= 400))
    .map(([operationId]) => operationId);
  expect(refused).toContain('ConfirmPasswordReset');
  expect(refused.filter(operationId => !excluded?.includes(operationId))).toEqual([]);
});
