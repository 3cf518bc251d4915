/**
 * A time: ISO 8601 with its offset, in UTC.
 * @format date-time
 * @example "2026-10-31T23:00:00.000+00:00"
 */
export type Timestamp = string;

/** In UTC, to the millisecond (decisions-reporting, "Wire format"). */
export function formatTimestamp(time: Date): Timestamp {
  return time.toISOString().replace('Z', '+00:00');
}

/** The same of a time that may be absent. */
export function formatTimestampOrNull(time: Date | null): Timestamp | null {
  return time && formatTimestamp(time);
}
