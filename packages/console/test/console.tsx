import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { vi } from 'vitest';
import { createQueryClient, type Session } from '../src/api/queries';
import { createConsoleRouter } from '../src/router';
import { theme } from '../src/theme';
import { Notices } from '../src/ui/notices';

/** Responses of the API: bodies, or functions of the request. Other requests fail with 404. */
export type Answers = Readonly<Record<string, unknown>>;

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

const RIGHTS = {
  ...{ apiAccess: true, reportAccess: true, developerRole: true, keepsRecords: false },
  ...{ reportScope: 'organization' as const, reportDepartments: null },
};

export const ADA: Session = {
  account: {
    id: '11111111-1111-4111-8111-111111111111',
    email: 'ada@acme.test',
    name: 'Ada',
    language: null,
  },
  organizations: [
    {
      id: '22222222-2222-4222-8222-222222222222',
      handle: 'acme',
      name: 'Acme',
      language: 'en',
      isDeveloper: true,
      rights: RIGHTS,
    },
  ],
  roles: { isOperator: false, apiAccess: true, reportAccess: true },
  fromProvider: null,
  mail: 'server',
  expiresAt: '2026-11-23T08:00:00.000+00:00',
};

export const OLGA: Session = {
  ...ADA,
  account: { ...ADA.account, email: 'olga@acme.test', name: 'Olga' },
  organizations: [],
  roles: { isOperator: true, apiAccess: true, reportAccess: true },
};

const EVERYWHERE: Answers = {
  'GET /auth/session': ADA,
  'GET /auth/methods': { password: true, singleSignOn: false },
  'GET /reporting/compliance-summaries/measurements': [
    { key: 1, name: 'Time-Sensitive Safety Certificates' },
    { key: 3, name: 'Critical Competencies' },
  ],
  'GET /reporting/directory-contacts': { departments: [], members: [], affiliations: [] },
};

/** Returns an error response. */
export function refusal(
  status: number,
  problem: object = {},
  headers: Record<string, string> = {},
) {
  return new Response(
    JSON.stringify({ title: 'Refused', detail: 'The test wants it.', ...problem }),
    {
      status,
      headers: { 'Content-Type': 'application/problem+json', ...headers },
    },
  );
}

/** Never responds, but rejects if the request is aborted. */
export function never({ signal }: Call): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });
}

/** Opens the console at an address, with the given responses of the API. */
export function openConsole(address: string, answers: Answers = {}) {
  const calls: Call[] = [];
  const all: Record<string, unknown> = { ...EVERYWHERE, ...answers };
  vi.stubGlobal('fetch', async (input: Request) => {
    const call = await toCall(input);
    calls.push(call);
    const answer = all[`${call.method} ${call.path}`];
    const body: unknown =
      typeof answer === 'function' ? await (answer as (call: Call) => unknown)(call) : answer;
    if (body instanceof Response) return body.clone();
    if (body === undefined) return refusal(404, { code: 'not-found', detail: call.path });
    if (body === null) return new Response(null, { status: 204 });
    if (call.query.get('format') === 'ndjson') return toLines(body as readonly unknown[]);
    return Response.json(body);
  });
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createConsoleRouter(queryClient, history);
  const view = render(
    <StrictMode>
      <MantineProvider env="test" theme={theme}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Notices />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
  return {
    ...view,
    router,
    history,
    queryClient,
    calls,
    user: userEvent.setup(),
    callsOf: (name: string) => calls.filter(({ method, path }) => `${method} ${path}` === name),
    answer: (name: string, body: unknown) => {
      all[name] = body;
    },
  };
}

function toLines(rows: readonly unknown[]): Response {
  return new Response(rows.map(row => `${JSON.stringify(row)}\n`).join(''));
}

async function toCall(request: Request): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url);
  const isJson = request.headers.get('Content-Type')?.startsWith('application/json') === true;
  const text = isJson ? await request.clone().text() : '';
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    signal: request.signal,
  };
}
