/**
 * Why a call failed:
 * `usage` an argument or a setting is invalid · `credential` the key was rejected (401, 403) · `request` the request
 * was rejected · `unreachable` the versioning service did not respond in time.
 */
export type ErrorKind = 'usage' | 'credential' | 'request' | 'unreachable';

/** A failed call; the message is a sentence for people. */
export class VersioningError extends Error {
  override readonly name = 'VersioningError';
  /** The code of the service's problem, such as `version-overflow`; null for other failures. */
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

const TRANSIENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'its host is unknown',
  EAI_AGAIN: 'its host cannot be looked up at the moment',
  EHOSTUNREACH: 'its host is unreachable',
  ENETUNREACH: 'its network is unreachable',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection was closed',
};

/** Describes a rejected `fetch`; transient if a retry may help. `origin` is that of the service. */
export function connectionError(error: unknown, origin: string): VersioningError {
  const fault = deepestCause(error as Fault);
  const sentence = permanentFault(fault, origin);
  if (sentence !== null) return new VersioningError('unreachable', sentence, { cause: error });
  const { code = '', name, message } = fault;
  const reason = name === 'TimeoutError' ? 'it took too long' : (TRANSIENT[code] ?? message);
  return new VersioningError('unreachable', `No answer from ${origin}: ${reason}.`, {
    cause: error,
    isTransient: true,
  });
}

interface Fault {
  readonly name: string;
  readonly message: string;
  readonly code?: string | number;
  readonly cause?: Fault;
  readonly errors?: readonly Fault[];
}

/** fetch only reports "fetch failed"; the reason is in its cause, or in the first of several errors. */
function deepestCause(fault: Fault): Fault {
  const inner = fault.errors?.[0] ?? fault.cause;
  return inner ? deepestCause(inner) : fault;
}

function permanentFault({ code, message }: Fault, origin: string): string | null {
  // fetch hides a 407 response, and reports a proxy's response to CONNECT only in the message.
  const proxyStatus =
    message === '' && code === undefined ? '407' : /^Proxy response \((4\d\d)\)/.exec(message)?.[1];
  if (proxyStatus === '407') {
    return (
      `A proxy before ${origin} requires a user and password (407). Set them in HTTPS_PROXY: ` +
      'http://USER:PASSWORD@HOST:PORT.'
    );
  }
  if (proxyStatus !== undefined)
    return `The proxy refuses to connect to ${origin} (${proxyStatus}).`;
  if (message === 'bad port') {
    return `Node.js does not connect to ${origin}: browsers and fetch block this port. Serve it on another port.`;
  }
  if (message.includes('protocol (Expected HTTP')) {
    return `${origin} does not speak HTTP. Check the address of the service: http or https, and the port.`;
  }
  return certificateFault(String(code ?? ''), origin);
}

function certificateFault(code: string, origin: string): string | null {
  const certificate = `The certificate of ${origin}`;
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `${certificate} has expired. It has to be renewed.`;
    case 'CERT_NOT_YET_VALID':
      return `${certificate} is not valid yet. Check the clock of this machine.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${certificate} is for another host. Check the address of the service.`;
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `${origin} does not speak TLS. Check the address of the service: http or https, and the port.`;
  }
  if (/SELF_SIGNED|^UNABLE_TO_(GET|VERIFY)|UNTRUSTED|INVALID_CA/.test(code)) {
    return (
      `${certificate} is not from a trusted authority (${code}). Set NODE_EXTRA_CA_CERTS to the file of ` +
      'a private authority.'
    );
  }
  return /CERT|SIGNATURE|^ERR_(TLS|SSL)/.test(code) ? `No connection to ${origin}: ${code}.` : null;
}
