import { VersioningError } from './error';

const TRANSIENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'its host is unknown',
  EAI_AGAIN: 'its host cannot be looked up now',
  EHOSTUNREACH: 'its host is unreachable',
  ENETUNREACH: 'its network is unreachable',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection was closed',
};

/** The sentence for a `fetch` that rejected; transient unless no repeat cures it. `origin` is the service's. */
export function connectionError(error: unknown, origin: string): VersioningError {
  const fault = deepestCause(error as Fault);
  const sentence = lastingFault(fault, origin);
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

/** fetch says "fetch failed"; what happened is in its cause, or the first of several. */
function deepestCause(fault: Fault): Fault {
  const inner = fault.errors?.[0] ?? fault.cause;
  return inner ? deepestCause(inner) : fault;
}

/** Null for a fault that may pass. */
function lastingFault({ code, message }: Fault, origin: string): string | null {
  // fetch hides an answer of 407, and a proxy's answer to CONNECT is in the message alone.
  const proxyStatus =
    message === '' && code === undefined ? '407' : /^Proxy response \((4\d\d)\)/.exec(message)?.[1];
  if (proxyStatus === '407') {
    return (
      `A proxy before ${origin} requires a user and password (407). Name them in HTTPS_PROXY: ` +
      'http://USER:PASSWORD@HOST:PORT.'
    );
  }
  if (proxyStatus !== undefined)
    return `The proxy refuses to connect to ${origin} (${proxyStatus}).`;
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
      `${certificate} is not of a trusted authority (${code}). Name a private authority's file in ` +
      'NODE_EXTRA_CA_CERTS.'
    );
  }
  return /CERT|SIGNATURE|^ERR_(TLS|SSL)/.test(code) ? `No connection to ${origin}: ${code}.` : null;
}
