import http from 'node:http';
import fc from 'fast-check';
import type { OpenApiDocument } from '../../src/operations';
import { parse } from '../answer-checker';
import { routeFinder } from '../find-route';
import { type FuzzRequest, type FuzzWorld, fuzzRequests } from './generate-requests';

export interface FuzzOptions {
  readonly url: string;
  readonly document: OpenApiDocument;
  readonly world: FuzzWorld;
  readonly count: number;
  readonly seed: number;
  /** What no answer may hold: credentials, hashes. */
  readonly secrets: readonly string[];
  /** Every code that the service answers with. */
  readonly codes: readonly string[];
  readonly errorType: string;
}

export interface FuzzResult {
  readonly sent: number;
  /** How many answers there were of each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** At most twenty, each with its request. */
  readonly faults: readonly string[];
}

const AT_ONCE = 8;

/** What tells about the inside: a stack, a file, a statement, a hash. */
const INSIDE =
  /\n\s+at |node_modules|\.ts:\d|\.js:\d|PrismaClient|select .+ from |insert into |syntax error at|violates |relation "|column "|\$2[aby]\$\d\d\$/i;

/**
 * Sends generated requests and judges every answer: no 5xx but a documented 501 and 503, errors well-formed
 * with a known code, nothing of the inside. Whether answers are as documented is watched by the app itself
 * (`watchContract`).
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { document, world, count, seed } = options;
  const requests = fc.sample(fuzzRequests(document, world), { numRuns: count, seed });
  const judge = createJudge(options);
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const rest = requests.entries();
  const worker = async () => {
    for (const [index, request] of rest) {
      const answer = await send(options.url, request, agent).catch((error: unknown) =>
        String(error),
      );
      const status = typeof answer === 'string' ? answer : String(answer.status);
      statuses[status] = (statuses[status] ?? 0) + 1;
      const fault = typeof answer === 'string' ? answer : judge(request, answer);
      if (fault !== null && faults.length < 20) {
        faults.push(`#${index} ${fault}\n${JSON.stringify(request).slice(0, 1_000)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
  return { sent: requests.length, statuses, faults };
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

function createJudge({ document, secrets, codes, errorType }: FuzzOptions) {
  const findRoute = routeFinder(document);
  const known = new Set(codes);
  return ({ method, path }: FuzzRequest, { status, type, text }: Answer): string | null => {
    if (secrets.some(secret => text.includes(secret))) return `${status} holds a secret`;
    const inside = INSIDE.exec(text)?.[0];
    if (inside !== undefined && type.includes('json')) return `${status} shows ${inside.trim()}`;
    if (status < 400) return null;
    const route = findRoute(method, path.split('?')[0]!);
    const isOfModules = status === 501;
    if (status >= 500 && status !== 503 && !isOfModules) return `${status} ${text.slice(0, 300)}`;
    if (route === undefined && status >= 500 && !isOfModules) return `${status} of no operation`;
    if (method === 'HEAD') return null;
    if (route !== undefined && hasOwnError(document.paths[route]![method.toLowerCase()], status)) {
      return null;
    }
    if (type.split(';')[0] !== errorType) return `${status} as ${type}`;
    const body = parse(text) as { code?: unknown; Code?: unknown } | undefined;
    const code = body?.code ?? body?.Code;
    return typeof code === 'string' && known.has(code)
      ? null
      : `${status} with the code ${String(code)}`;
  };
}

/** Whether an operation documents an error of its own form, as health does, which the app's watch checks. */
function hasOwnError(operation: unknown, status: number): boolean {
  const { responses } = operation as { responses: Record<string, { content?: unknown }> };
  return responses[status]?.content !== undefined;
}

function send(
  url: string,
  { method, path, headers, body }: FuzzRequest,
  agent: http.Agent,
): Promise<Answer> {
  const { hostname, port, host } = new URL(url);
  const content = body === undefined ? undefined : Buffer.from(body);
  const lines = [
    ['Host', host],
    ...(content === undefined ? [] : [['Content-Length', String(content.length)]]),
    ...headers,
  ];
  return new Promise((resolve, reject) => {
    const request = http.request(
      { hostname, port, method, path, headers: lines.flat(), agent, timeout: 60_000 },
      response => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(pieces).toString(),
          }),
        );
      },
    );
    request.on('timeout', () => request.destroy(new Error('no answer in a minute')));
    request.on('error', reject);
    request.end(content);
  });
}
