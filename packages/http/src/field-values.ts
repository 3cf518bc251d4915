import { invalidFields } from './problems';

/** ISO 8601 with its offset. @throws Problem invalid-request for no such day, and years in UTC out of 1 to 9999 */
export function readInstant(field: string, instant: string): Date {
  const day = instant.slice(0, 10);
  if (new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) {
    throw invalidFields([{ field, message: 'is a day that its month does not have' }]);
  }
  const time = new Date(instant);
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999) return time;
  throw invalidFields([{ field, message: 'is not in the years 1 to 9999 in UTC' }]);
}

/** A name as it is stored: trimmed, without control characters. @throws Problem invalid-request naming `field` */
export function parseName(field: string, text: string, longest: number): string {
  const name = text.trim();
  const length = Array.from(name).length;
  // The database would replace a lone surrogate.
  if (length >= 1 && length <= longest && !/[\p{Cc}\p{Cs}]/u.test(name)) return name;
  const message = `must be 1 to ${longest} characters after trimming, without control characters`;
  throw invalidFields([{ field, message }]);
}
