import { ValidateError } from '@tsoa/runtime';
import { Problem } from './problem';
import { readValidation } from './validation-problem';

/** A complaint of tsoa, the body parser or the router about the request; null for any other error. */
export function toClientProblem(error: unknown): Problem | null {
  if (error instanceof ValidateError) return readValidation(error);
  if (error instanceof URIError) {
    return new Problem('invalid-request', 'The path holds a malformed percent-encoding.');
  }
  const type = (error as { type?: unknown } | null)?.type;
  return typeof type === 'string' ? fromBodyParser(type, error as Error) : null;
}

/** The error itself is not kept as the cause: it holds the body, which may hold a password. */
function fromBodyParser(type: string, error: Error): Problem | null {
  switch (type) {
    case 'entity.too.large': {
      const { limit } = error as { limit?: number };
      return new Problem(
        'body-too-large',
        `The body is larger than this call takes${limit === undefined ? '' : `: ${limit} bytes`}.`,
        // What is left unread would be taken for the next request of the connection.
        { headers: { Connection: 'close' } },
      );
    }
    case 'request.aborted':
    case 'request.size.invalid':
      return new Problem('invalid-request', 'The body did not arrive whole.');
    default:
      return null;
  }
}
