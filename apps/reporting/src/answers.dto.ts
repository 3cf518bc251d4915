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
export interface Refusal {
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

/** On every answer: its name in the log; and on those to a recognized account, what is left of its limit. */
export interface AnswerHeaders {
  /** Quote it when you report a problem. */
  'X-Request-Id': string;
  /** The limit of the account: `"calls";q=300;w=60` is 300 calls in 60 seconds. */
  'RateLimit-Policy'?: string;
  /** What is left of it: `"calls";r=299;t=60` is 299 calls for the next 60 seconds. */
  RateLimit?: string;
}

export interface ChallengeHeaders extends AnswerHeaders {
  /** `Bearer realm="reporting"`, with an error where a secret was sent (RFC 6750). */
  'WWW-Authenticate': string;
}

export interface RetryHeaders extends AnswerHeaders {
  /** Seconds to wait. */
  'Retry-After': string;
}
