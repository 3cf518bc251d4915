import { parseName, readInstant } from '@platform/http/field-values';
import { invalidFields } from '@platform/http/problems';
import type { Instant } from './keys.dto';

/** The name of a key: 1 to 100 characters. @throws Problem invalid-request */
export function parseKeyName(text: string): string {
  return parseName('Name', text, 100);
}

/** Null for never. @throws Problem invalid-request for a past time and for a day that its month does not have */
export function readExpiry(text: Instant | null): Date | null {
  const expiresAt = text === null ? null : readInstant('ExpiresAt', text);
  if (expiresAt === null || expiresAt > new Date()) return expiresAt;
  throw invalidFields([{ field: 'ExpiresAt', message: 'must be in the future' }]);
}
