import { hash } from 'node:crypto';
import { invalidFields } from '@platform/http';

/**
 * The handle of an organization. A session names with it the organization of the call; a secret carries its
 * own, and needs none.
 * @maxLength 100
 * @pattern ^[^\u0000-\u001f\u007f]*$ must not hold control characters
 */
export type OrganizationHandle = string;

/**
 * A UUID.
 * @pattern ^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$ must be a UUID
 * @format uuid
 * @example "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01"
 */
export type Uuid = string;

/** A UUIDv5 (RFC 9562, 5.5): the same for the same name in the same name space. */
export function uuidV5(namespace: Buffer, name: string): Uuid {
  return formatUuidV5(hash('sha1', Buffer.concat([namespace, Buffer.from(name)])));
}

/** The UUIDv5 of a SHA-1 in hexadecimal digits. */
export function formatUuidV5(hex: string): Uuid {
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    variant + hex.slice(18, 20),
    hex.slice(20, 32),
  ].join('-');
}

/**
 * A time: ISO 8601 with its offset, in UTC.
 * @format date-time
 * @example "2026-10-31T23:00:00.000+00:00"
 */
export type Timestamp = string;

/**
 * A date and time with its offset, ISO 8601.
 * @pattern ^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$ must be a date and time with its offset, such as 2026-01-01T00:00:00Z
 * @format date-time
 * @example "2026-10-31T23:00:00Z"
 */
export type Instant = string;

/**
 * @throws Problem invalid-request that names the field, for a day that its month does not have, and an instant
 * that is in another year than 1 to 9999 in UTC
 */
export function readInstant(field: string, instant: Instant): Date {
  const day = instant.slice(0, 10);
  if (new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) {
    throw invalidFields([{ field, message: 'is a day that its month does not have' }]);
  }
  const time = new Date(instant);
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999) return time;
  throw invalidFields([{ field, message: 'is not in the years 1 to 9999 in UTC' }]);
}

/** In UTC, to the millisecond (docs/contract/reporting.md, "Format"). */
export function formatTimestamp(time: Date): Timestamp {
  return time.toISOString().replace('Z', '+00:00');
}

/** The same of a time that may be absent. */
export function formatTimestampOrNull(time: Date | null): Timestamp | null {
  return time && formatTimestamp(time);
}

/** A page that is asked for, and where it begins. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
}

const USUAL_SIZE = 25;
const LARGEST_SIZE = 200;
/** Further than any list goes, and still a number that offsets can be computed of. */
const LAST_PAGE = 1_000_000_000;

/** The page that is used: out of range is corrected, not refused (docs/contract/reporting.md, "Format"). */
export function readPage(page = 1, pageSize = USUAL_SIZE): PageRequest {
  const used = {
    page: Math.min(Math.max(page, 1), LAST_PAGE),
    pageSize: Math.min(Math.max(pageSize, 1), LARGEST_SIZE),
  };
  return { ...used, offset: (used.page - 1) * used.pageSize };
}

/** One field of a request that was refused. */
export interface FieldError {
  /**
   * The parameter, header or property of the body that it is about, such as `pageSize` or
   * `departments[0]`.
   */
  field: string;
  /** Why, and what it takes. */
  message: string;
}

/**
 * An error (RFC 9457): what went wrong and what to do.
 * @example { "type": "about:blank", "title": "Invalid request", "status": 400, "detail": "page must be a whole number.", "code": "invalid-request", "errors": [{ "field": "page", "message": "must be a whole number" }] }
 */
export interface ProblemDetails {
  /** A URI that names the kind of problem; `about:blank` where the code says it all. */
  type: string;
  /** What went wrong. */
  title: string;
  /**
   * The status of the response.
   * @isInt
   */
  status: number;
  /** What to do. */
  detail: string;
  /** Stable, for programs. */
  code: string;
  /** The fields that were refused, of a 400 that names some. */
  errors?: FieldError[];
}
