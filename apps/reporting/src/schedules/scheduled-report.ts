import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { invalidFields, Problem } from '@platform/http';
import type { ReportFacts } from '../http/own-requests';
import type { ProblemDetails } from '../http/problem-details';
import type { Context } from '../main/context';
import { type ReportRequest, toRequest } from './report-request';

export interface Owner {
  readonly accountId: number;
  readonly companyId: number;
}

export interface ReportFile {
  readonly facts: ReportFacts;
  readonly name: string;
  /** Null where it is larger than an attachment may be. */
  readonly content: Buffer | null;
}

type Service = Pick<Context, 'ownRequests' | 'clock' | 'config'>;

interface Asking {
  /** The time that the report is made for. */
  readonly at: Date;
  readonly signal: AbortSignal;
}

/**
 * Validates a report's parameters by beginning the report and leaving it.
 * @throws Problem the report's own, whose fields are those of `parameters`
 */
export async function validateReport(
  service: Service,
  owner: Owner,
  request: ReportRequest,
  signal: AbortSignal,
): Promise<void> {
  const { answer } = await ask(service, owner, request, { at: service.clock(), signal });
  answer.destroy();
}

/** The file that a download of the owner has. @throws Problem the report's own; Error where it breaks off */
export async function readReport(
  service: Service,
  owner: Owner,
  request: ReportRequest,
  asking: Asking,
): Promise<ReportFile> {
  const { answer, facts } = await ask(service, owner, request, asking);
  const most = service.config.mailMaxAttachment;
  let size = 0;
  let pieces: Uint8Array[] = [];
  // A file that is too large is read to its end, too: its rows are counted.
  for await (const piece of answer as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size <= most) pieces.push(piece);
    else pieces = [];
  }
  return { facts, name: nameOf(answer), content: size > most ? null : Buffer.concat(pieces) };
}

async function ask(
  { ownRequests }: Service,
  owner: Owner,
  request: ReportRequest,
  { at, signal }: Asking,
): Promise<{ answer: IncomingMessage; facts: ReportFacts }> {
  const facts: ReportFacts = { title: '', filters: [], rows: 0 };
  const answer = await ownRequests.send({ ...owner, facts }, toRequest(request, at), signal);
  if (answer.statusCode !== 200) throw toProblem(answer, await json(answer));
  return { answer, facts };
}

function toProblem({ headers }: IncomingMessage, body: unknown): Problem {
  const { code, detail, errors } = body as ProblemDetails;
  if (errors) {
    return invalidFields(
      errors.map(({ field, message }) => ({ field: `parameters.${field}`, message })),
    );
  }
  const retryAfter = headers['retry-after'];
  return new Problem(code, detail, {
    headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
  });
}

function nameOf({ headers }: IncomingMessage): string {
  return /filename="?([^";]+)/.exec(headers['content-disposition'] ?? '')?.[1] ?? 'report';
}
