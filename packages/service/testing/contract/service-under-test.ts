import type { OpenApiDocument } from '@platform/http';
import { sendRequest, type TestReply, type TestRequest } from '@platform/http/testing';

export type Headers = NonNullable<TestRequest['headers']>;

/** Describes a service to the test suite. */
export interface ServiceUnderTest {
  readonly document: OpenApiDocument;
  /** The media type of its errors. */
  readonly errorType: string;
  /** The built command line; `npm test` builds it first. */
  readonly cli: string;
  /** The default port. */
  readonly port: number;
  readonly health: string;
  /** A path that every caller may GET and that RATE_LIMIT_DEFAULT limits. */
  readonly readable: string;
  /** A path that accepts this JSON body by POST. */
  readonly writable: { readonly path: string; readonly body: object };
  /** A well-formed credential that was never issued. */
  readonly unknownCredential: Headers;
  start(env?: Record<string, string>): Promise<RunningService>;
}

/** A service in this process, with its own database unless DATABASE_URL is set. */
export interface RunningService {
  readonly url: string;
  readonly databaseUrl: string;
  /** The credential of a caller. */
  readonly credential: Headers;
  startDraining(): void;
  close(): Promise<void>;
}

/** Sends a request with the service's credential, unless `request` has headers. */
export function ask(
  { url, credential }: RunningService,
  path: string,
  request: TestRequest = {},
): Promise<TestReply> {
  return sendRequest(url + path, { headers: credential, ...request });
}

/** Formats an error as `status code`. Services differ in the case of its properties. */
export function errorOf({ status, body }: TestReply): string {
  return `${status} ${body.code ?? body.Code}`;
}
