/**
 * A UUID.
 * @pattern ^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$ must be a UUID
 * @format uuid
 * @example "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01"
 */
export type Uuid = string;

/**
 * The handle of an organization. Specifies the organization for requests with a session; a secret is already bound to
 * one.
 * @maxLength 100
 * @pattern ^[^\u0000-\u001f\u007f]*$ must not contain control characters
 */
export type OrganizationHandle = string;

/**
 * A timestamp in UTC: ISO 8601 with an offset.
 * @format date-time
 * @example "2026-10-31T23:00:00.000+00:00"
 */
export type Timestamp = string;

/**
 * A date and time with an offset, in ISO 8601.
 * @pattern ^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$ must be a date and time with an offset, such as 2026-01-01T00:00:00Z
 * @format date-time
 * @example "2026-10-31T23:00:00Z"
 */
export type Instant = string;

/**
 * A calendar month of UTC.
 * @pattern ^(?!0000)\d{4}-(0[1-9]|1[0-2])$ must be a month, YYYY-MM
 * @example "2026-10"
 */
export type Month = string;

/**
 * A whole number.
 * @isInt
 */
export type Count = number;

/** A page of a list. */
export interface Page {
  items: readonly unknown[];
  /** The total number of items. */
  total: Count;
  /** The page number, starting at 1. */
  page: Count;
  /** The max number of items per page. */
  pageSize: Count;
}

/** A page of a list that is counted up to 10,000 items. */
export interface CountedPage extends Page {
  /** The total number of items, at most 10,000. */
  total: Count;
  /** False if there are more items than `total`. */
  isTotalExact: boolean;
}

/**
 * The page number, starting at 1; lower values are read as 1.
 * @isInt must be a whole number
 * @default 1
 */
export type PageNumber = number;

/**
 * The number of items per page, 1 to 200; values out of range are clamped.
 * @isInt must be a whole number
 * @default 25
 */
export type PageSize = number;

/**
 * The cursor of the next page, from the `Link` header of a page of the same request. Rows that others gain or lose between
 * two pages do not shift it. Replaces `page`.
 * @maxLength 12000
 * @pattern ^[A-Za-z0-9_-]+$ must be a cursor
 */
export type PageCursor = string;

/**
 * Words to search for.
 * @minLength 1
 * @maxLength 200
 * @pattern ^[^\u0000]*$ must not contain NUL
 */
export type SearchText = string;

/** An invalid field of a request. */
export interface FieldError {
  /** The parameter, header or body property, such as `pageSize` or `departments[0]`. */
  field: string;
  /** Why the value is invalid. */
  message: string;
}

/**
 * An error (RFC 9457): what went wrong and what to do.
 * @example { "type": "about:blank", "title": "Invalid request", "status": 400, "detail": "page must be a whole number.", "code": "invalid-request", "errors": [{ "field": "page", "message": "must be a whole number" }] }
 */
export interface ProblemDetails {
  /** A URI that identifies the problem type; always `about:blank`, as `code` identifies it. */
  type: string;
  /** A short summary of the problem. */
  title: string;
  /**
   * The HTTP status code.
   * @isInt
   */
  status: number;
  /** What went wrong and how to resolve it. */
  detail: string;
  /** A stable code for programs. */
  code: string;
  /** The invalid fields, if the status is 400. */
  errors?: FieldError[];
}
