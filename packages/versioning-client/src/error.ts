/**
 * Why a call failed:
 * `usage` it was put together wrongly · `credential` the key is refused (401, 403) · `request` the request
 * is refused · `unreachable` no answer of the versioning service in time.
 */
export type ErrorKind = 'usage' | 'credential' | 'request' | 'unreachable';

/** A call that failed, in a sentence for people. */
export class VersioningError extends Error {
  override readonly name = 'VersioningError';
  /** The service's own code, such as `version-overflow`; null when it gave none. */
  readonly code: string | null;
  /** Whether the same call may succeed later. */
  readonly isTransient: boolean;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    details: { cause?: unknown; code?: string; isTransient?: boolean } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = details.code ?? null;
    this.isTransient = details.isTransient ?? false;
  }
}

export const EXIT_CODES: Readonly<Record<ErrorKind, number>> = {
  usage: 2,
  credential: 3,
  request: 4,
  unreachable: 5,
};
