import { invalidFields, parseName } from '@platform/http';

/** The name of a key: 1 to 100 characters. @throws Problem invalid-request */
export function parseKeyName(text: string): string {
  return parseName('Name', text, 100);
}

/** @throws Problem invalid-request for a past time */
export function requireFuture(expiresAt: Date | undefined): Date | undefined {
  if (expiresAt === undefined || expiresAt > new Date()) return expiresAt;
  throw invalidFields([{ field: 'ExpiresAt', message: 'must be in the future' }]);
}
