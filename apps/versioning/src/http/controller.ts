import { type Claim, disconnectSignal, documentedQuery, jsonBody, linkTo } from '@platform/http';
import { Controller, Middlewares } from '@tsoa/runtime';
import type { Request } from 'express';
import type { Context } from '../main/context';
import type { KeyPrincipal } from './principal';
import type { IdempotencyRequest, StoredResponse } from './stored-response';
import type { ProblemDetails } from './wire-format';

/** Of every body. */
const PROPERTIES =
  'Slug Name Version Force Scopes Slugs Allows Components PreReleases Lines Create Set ExpiresAt ' +
  'OverlapSeconds Items Component Line Pre State Reason Versions At Commit BuildUrl';

/**
 * What an operation takes before it is validated, and only once the caller is known: the query parameters it documents,
 * and a JSON body of at most `limit` bytes where it documents one. Property names match in any case, as they do in the
 * .NET original.
 */
export function documentedInputOf({ limit, maxElements = 1_000 }: BodyLimits) {
  const body = jsonBody({
    limit,
    callerOf: request =>
      (request as Request & { user: KeyPrincipal }).user.owner.toString('base64url'),
    maxElements,
    properties: PROPERTIES.split(' '),
  });
  return [documentedQuery({ max: 100 }), body];
}

interface BodyLimits {
  readonly limit: number;
  readonly maxElements?: number;
}

export const documentedInput = documentedInputOf({ limit: 16 * 1024 });

/** A controller of one request: the context of its app, and the key that the request came with. */
export abstract class OperationController extends Controller {
  /** Set by `@Idempotent` where the request has an Idempotency-Key. */
  idempotency: IdempotencyRequest | null = null;

  constructor(
    readonly context: Context,
    readonly request: Request,
  ) {
    super();
  }

  /** Set by the authentication before any method with `@Security` runs. */
  get key(): KeyPrincipal {
    return (this.request as Request & { user: KeyPrincipal }).user;
  }

  /** A change of a package, which is not begun once its client has left. */
  protected claim(slug: string): Claim {
    return { caller: slug, signal: disconnectSignal(this.request.res!) };
  }

  /** Sends a stored response as it is; tsoa sends nothing where the headers are out. */
  protected reply<Body>({ status, headers, body, isReplay }: StoredResponse): Body {
    const response = this.request.res!;
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (isReplay) response.setHeader('Idempotent-Replayed', 'true');
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(body);
    if (status >= 400) this.context.metrics.countRefusal((JSON.parse(body) as ProblemDetails).Code);
    return undefined as Body;
  }

  /** The next page of this list, with the proxy's prefix (RFC 8288). */
  protected linkNext(query: LinkQuery): void {
    this.setHeader('Link', this.linkTo('next', query));
  }

  /** One link of the header `Link`: this path with another query. */
  protected linkTo(relation: string, query: LinkQuery): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) search.set(name, String(value));
    }
    return linkTo(this.request, relation, search);
  }
}

/** A controller of operations with a small JSON body, or none. */
@Middlewares(...documentedInput)
export abstract class RequestController extends OperationController {}

type LinkQuery = Readonly<Record<string, string | number | undefined>>;
