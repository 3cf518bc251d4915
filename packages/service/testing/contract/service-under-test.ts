import type { OpenApiDocument } from '@platform/http';
import { sendRequest, type TestReply, type TestRequest } from '@platform/http/testing';

export type Headers = NonNullable<TestRequest['headers']>;

/** What the suite has to know of a service. */
export interface ServiceUnderTest {
  readonly document: OpenApiDocument;
  /** The media type of its errors. */
  readonly errorType: string;
  /** Its command line as it is built; `npm test` builds it first. */
  readonly cli: string;
  /** The port that it listens on unless PORT says otherwise. */
  readonly port: number;
  readonly health: string;
  /** What every caller may GET, and RATE_LIMIT_DEFAULT limits. */
  readonly readable: string;
  /** What takes a JSON body by POST; the body is one that is taken. */
  readonly writable: { readonly path: string; readonly body: object };
  /** A credential that has the right form, and was never issued. */
  readonly unknownCredential: Headers;
  start(env?: Record<string, string>): Promise<RunningService>;
}

/** A service in this process, on a database of its own unless DATABASE_URL names one. */
export interface RunningService {
  readonly url: string;
  readonly databaseUrl: string;
  /** The credential of a caller. */
  readonly credential: Headers;
  startDraining(): void;
  close(): Promise<void>;
}

/** A request by the caller of a service, unless other headers are given. */
export function ask(
  { url, credential }: RunningService,
  path: string,
  request: TestRequest = {},
): Promise<TestReply> {
  return sendRequest(url + path, { headers: credential, ...request });
}

/** An error as `status code`. Services differ in the case of its properties. */
export function errorOf({ status, body }: TestReply): string {
  return `${status} ${body.code ?? body.Code}`;
}
