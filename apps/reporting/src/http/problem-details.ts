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
