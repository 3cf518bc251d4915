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
