import { createHash } from 'node:crypto';
import { type Claim, disconnectSignal, jsonInput, linkTo } from '@platform/http';
import { Controller, Middlewares } from '@tsoa/runtime';
import type { Request } from 'express';
import type { Context } from '../main/context';
import type { KeyPrincipal } from './principal';
import type { IdempotencyRequest, StoredResponse } from './stored-response';
import type { ProblemDetails } from './wire-format';

export { iocContainer } from '@platform/http';

/** The properties of all bodies. */
const PROPERTIES =
  'Slug Name Version Force Scopes Slugs Allows Components PreReleases Lines Create Set ExpiresAt ' +
  'OverlapSeconds Items Component Line Pre State Reason Versions At Commit BuildUrl';

/**
 * Middleware that accepts only the documented query parameters, and reads a JSON body of at most `limit` bytes if the
 * operation has one. It runs after authentication. Property names match in any case, as in the original .NET service.
 */
export function documentedInputOf({
  limit,
  maxElements = 1_000,
}: {
  readonly limit: number;
  readonly maxElements?: number;
}) {
  return jsonInput({
    maxParameters: 100,
    limit,
    callerOf: request =>
      (request as Request & { user: KeyPrincipal }).user.owner.toString('base64url'),
    maxElements,
    properties: PROPERTIES.split(' '),
  });
}

export const documentedInput = documentedInputOf({ limit: 16 * 1024 });

/** Created for each request. */
export abstract class OperationController extends Controller {
  constructor(
    readonly context: Context,
    readonly request: Request,
  ) {
    super();
  }

  /** Set by authentication before a method with `@Security` runs. */
  get key(): KeyPrincipal {
    return (this.request as Request & { user: KeyPrincipal }).user;
  }

  /** The claim for a change; the change does not start if the client has disconnected. */
  protected claim(caller: string): Claim {
    return { caller, signal: disconnectSignal(this.request.res!) };
  }

  /** Runs a change of a package other than an increment, after those that wait for it. */
  protected change<Result>(slug: string, work: () => Promise<Result>): Promise<Result> {
    return this.context.changeQueue.run(this.claim(slug), work);
  }

  /**
   * Makes a change with the Idempotency-Key of the request, which its method must also declare for documentation and
   * validation. Sends its response byte for byte; tsoa then sends nothing more.
   * @throws Problem idempotency-in-progress, idempotency-mismatch
   */
  protected async replyOnce<Body>(
    change: (idempotency: IdempotencyRequest | null) => Promise<StoredResponse>,
  ): Promise<Body> {
    const idempotency = readIdempotencyRequest(this.key.owner, this.request);
    const { requestsInFlight } = this.context;
    const stored = await requestsInFlight.hold(idempotency, () => change(idempotency));
    const { status, headers, body, isReplay } = stored;
    const response = this.request.res!;
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (isReplay) response.setHeader('Idempotent-Replayed', 'true');
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(body);
    if (status >= 400) this.context.metrics.countRefusal((JSON.parse(body) as ProblemDetails).Code);
    return undefined as Body;
  }

  /** Links the next page of this list (RFC 8288). */
  protected linkNext(query: LinkQuery): void {
    this.setHeader('Link', this.linkTo('next', query));
  }

  /** Returns a link to this path, including the proxy prefix, with another query. */
  protected linkTo(relation: string, query: LinkQuery): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) search.set(name, String(value));
    }
    return linkTo(this.request, relation, search);
  }
}

/** For operations with a small JSON body or none. */
@Middlewares(documentedInput)
export abstract class RequestController extends OperationController {}

type LinkQuery = Readonly<Record<string, string | number | undefined>>;

/** Null without an Idempotency-Key. */
function readIdempotencyRequest(owner: Buffer, request: Request): IdempotencyRequest | null {
  const key = request.get('Idempotency-Key');
  if (key === undefined) return null;
  const { line, pre, once } = request.query;
  const content = JSON.stringify([
    request.method,
    decodeURIComponent(request.path),
    (request.body as unknown) ?? null,
    ...(line === undefined && pre === undefined ? [] : [line ?? null, pre ?? null]),
    ...(once === undefined ? [] : [{ once }]),
  ]);
  const fingerprint = createHash('sha256').update(content).digest();
  return { owner, key, fingerprint, commit: request.get('Build-Commit')?.toLowerCase() ?? null };
}
