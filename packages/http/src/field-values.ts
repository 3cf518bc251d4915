import { invalidField } from './problems';

/** Parses ISO 8601 with an offset. @throws Problem invalid-request for an invalid date or a year outside 1 to 9999 in UTC */
export function readInstant(field: string, instant: string): Date {
  const day = instant.slice(0, 10);
  if (new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) {
    throw invalidField(field, 'is not a valid date');
  }
  const time = new Date(instant);
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999) return time;
  throw invalidField(field, 'must be within the years 1 to 9999 in UTC');
}

/** Parses when a credential expires, or null for never. @throws Problem invalid-request for a past time */
export function readExpiry(field: string, instant: string | null, now: Date): Date | null {
  const expiresAt = instant === null ? null : readInstant(field, instant);
  if (expiresAt === null || expiresAt > now) return expiresAt;
  throw invalidField(field, 'must be in the future');
}

/** Trims a name. @throws Problem invalid-request naming `field` */
export function parseName(field: string, text: string, maxLength: number): string {
  const name = text.trim();
  const length = Array.from(name).length;
  // The database would replace a lone surrogate.
  if (length >= 1 && length <= maxLength && !/[\p{Cc}\p{Cs}]/u.test(name)) return name;
  const message = `must be 1 to ${maxLength} characters after trimming, without control characters`;
  throw invalidField(field, message);
}
