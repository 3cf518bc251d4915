import { externalPath } from '@platform/http';
import { Controller } from '@tsoa/runtime';
import type { Request } from 'express';
import type { KeyPrincipal } from './api-keys/key-principal';
import type { Context } from './context';
import type { StoredResponse } from './idempotency/answer';
import { type IdempotencyRequest, readIdempotencyRequest } from './idempotency/claim';

/** A controller of one request: the context of its app, and the key that the request came with. */
export abstract class RequestController extends Controller {
  constructor(
    protected readonly context: Context,
    protected readonly request: Request,
  ) {
    super();
  }

  /** Put there by tsoa/authentication.ts before any method with `@Security` runs. */
  protected get key(): KeyPrincipal {
    return (this.request as Request & { user: KeyPrincipal }).user;
  }

  /**
   * Does `work` under the request's Idempotency-Key, if it has one, and sends its answer.
   * @throws Problem idempotency-in-progress, idempotency-mismatch, and what `work` throws
   */
  protected async answer<Body>(
    idempotencyKey: string | undefined,
    work: (claim: IdempotencyRequest | null) => Promise<StoredResponse>,
  ): Promise<Body> {
    const claim = readIdempotencyRequest(this.key.hash, idempotencyKey, this.request);
    return this.send(await this.context.claims.hold(claim, () => work(claim)));
  }

  /** The next page of this very list, with the proxy's prefix (RFC 8288). */
  protected linkNext(query: Record<string, string | number | undefined>): void {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) search.set(name, String(value));
    }
    this.setHeader(
      'Link',
      `<${externalPath(this.request, this.request.path)}?${search.toString()}>; rel="next"`,
    );
  }

  /** `Body` is what the bytes are the JSON of; tsoa itself sends nothing once the headers are out. */
  private send<Body>({ status, headers, body, isReplay }: StoredResponse): Body {
    const response = this.request.res!;
    if (isReplay) response.set('Idempotent-Replayed', 'true');
    response.status(status).set(headers).type('application/json').send(body);
    return undefined as Body;
  }
}
