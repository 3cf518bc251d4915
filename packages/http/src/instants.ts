import { invalidFields } from './problems';

/**
 * A date and time with its offset, ISO 8601.
 * @throws Problem invalid-request that names the field, for a day that its month does not have, and an instant
 * that is in another year than 1 to 9999 in UTC
 */
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
