/**
 * An error: what went wrong and what to do.
 * @example { "Title": "Unknown package", "Status": 404, "Detail": "There is no package named billing-api. Create it with POST /api/packages, or increment it.", "Code": "package-not-found" }
 */
export interface ProblemDetails {
  /** What went wrong. */
  Title: string;
  /**
   * The status of the response.
   * @isInt
   */
  Status: number;
  /** What to do. */
  Detail: string;
  /** Stable, for programs. */
  Code: string;
}

/** Of a response that an Idempotency-Key can repeat. */
export interface OnceHeaders {
  /** `commit` where `once` was sent and the version was made for the commit before. */
  'Once-Replayed'?: string;
  /** `true` when the first response is repeated. */
  'Idempotent-Replayed'?: string;
}

/** Of a refusal that an Idempotency-Key can repeat, or that is for the moment. */
export interface ConflictHeaders extends OnceHeaders {
  /** Seconds to wait, where the key is being answered. */
  'Retry-After'?: string;
}

export interface CreatedHeaders extends OnceHeaders {
  /** The path of the package, with the proxy's prefix. */
  Location: string;
}

export interface PageHeaders {
  /** The next page (RFC 8288), `</api/packages?limit=100&after=billing-api>; rel="next"`; absent at the end. */
  Link?: string;
}

export interface MonitorHeaders {
  /**
   * The next page, `rel="next"`, absent at the end; and where to ask for what is released from now on,
   * `</api/releases?limit=100&since=MTc2NC4xLjE>; rel="monitor"`.
   */
  Link: string;
}

export interface VersionHeaders {
  /** Changes whenever the version does: send it as If-None-Match, or as If-Match when you set the version. */
  ETag: string;
}
