import { invalidFields } from '@platform/http';

const LONGEST_NAME = 100;

/** The name of a key: trimmed, 1 to 100 characters, no control characters. @throws Problem invalid-request */
export function parseKeyName(text: string): string {
  const name = text.trim();
  const length = Array.from(name).length;
  if (length >= 1 && length <= LONGEST_NAME && !/[\p{Cc}\p{Cs}]/u.test(name)) return name;
  throw invalidFields([
    {
      field: 'Name',
      message: `must be 1 to ${LONGEST_NAME} characters after trimming, without control characters`,
    },
  ]);
}

/** @throws Problem invalid-request for a past time */
export function requireFuture(expiresAt: Date | undefined): Date | undefined {
  if (expiresAt === undefined || expiresAt > new Date()) return expiresAt;
  throw invalidFields([{ field: 'ExpiresAt', message: 'must be in the future' }]);
}
