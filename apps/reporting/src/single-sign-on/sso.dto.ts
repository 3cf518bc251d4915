export interface RedirectHeaders {
  /** Quote it when you report a problem. */
  'X-Request-Id': string;
  /** Where to go. */
  Location: string;
}

export interface SignedInHeaders extends RedirectHeaders {
  /** The session: HttpOnly, Secure, for 8 hours. */
  'Set-Cookie': string;
}
