/**
 * An error: what went wrong, and what to do about it.
 * @example { "Title": "Unknown package", "Status": 404, "Detail": "There is no package named billing-api. Create it with POST /api/packages, or increment it.", "Code": "package-not-found" }
 */
export interface ProblemDetails {
  /** What went wrong. */
  Title: string;
  /**
   * The HTTP status.
   * @isInt
   */
  Status: number;
  /** What to do. */
  Detail: string;
  /** A stable code for programs. */
  Code: string;
}

/**
 * Repeating a request with the same key has no further effect: for 24 hours the first response is replayed, with
 * `Idempotent-Replayed: true`. A request with a different Build-Commit is a different request. Use a new random value
 * for each new request.
 * @pattern ^[!-~]{1,255}$ must be 1 to 255 visible ASCII characters
 * @example "7f3c9d1e-build-4711"
 */
export type IdempotencyKey = string;

/** The headers of a response that can be replayed. */
export interface ReplayHeaders {
  /** `true` if this is a replay of the first response. */
  'Idempotent-Replayed'?: string;
}

export interface IncrementHeaders extends ReplayHeaders {
  /** `commit` if `once` was sent and the version had already been made for the commit. */
  'Once-Replayed'?: string;
}

/** The headers of a conflict. */
export interface ConflictHeaders extends ReplayHeaders {
  /** Seconds to wait while a request with the same key is in progress. */
  'Retry-After'?: string;
}

export interface CreatedHeaders extends ReplayHeaders {
  /** The path of the package, including the proxy prefix. */
  Location: string;
}

export interface PageHeaders {
  /**
   * The next page (RFC 8288), such as `</api/packages?limit=100&after=billing-api>; rel="next"`; absent on the last
   * page.
   */
  Link?: string;
}

export interface MonitorHeaders {
  /**
   * The next page, `rel="next"`, absent on the last page, and the address for releases from now on, such as
   * `</api/releases?limit=100&since=MTc2NC4xLjE>; rel="monitor"`.
   */
  Link: string;
}

export interface VersionHeaders {
  /** Changes whenever the version does. Send it as If-None-Match, or as If-Match to set or increment the version. */
  ETag: string;
}
