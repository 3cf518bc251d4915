import { Problem } from '@platform/http/problems';

/** Opaque, so that its content may change. */
export function formatCursor(...parts: readonly number[]): string {
  return Buffer.from(parts.join('.')).toString('base64url');
}

/**
 * The numbers of a cursor; each fits the column of the same place in `limits`.
 * @throws Problem invalid-request naming `parameter`, for a text that is no such cursor of this service
 */
export function parseCursor(
  parameter: string,
  text: string,
  limits: readonly number[],
): readonly number[] {
  const decoded = Buffer.from(text, 'base64url').toString();
  const parts = /^\d{1,16}(\.\d{1,16})*$/.test(decoded) ? decoded.split('.').map(Number) : [];
  const isWhole = parts.length === limits.length;
  if (isWhole && parts.every((part, index) => part <= limits[index]!)) return parts;
  throw new Problem(
    'invalid-request',
    `${parameter} must be a cursor from the Link header of a page.`,
  );
}
