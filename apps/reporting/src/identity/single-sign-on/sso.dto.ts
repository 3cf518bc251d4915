export interface RedirectHeaders {
  /** Where to go. */
  Location: string;
  /** What the sign-on began with, for ten minutes: HttpOnly, Secure. */
  'Set-Cookie': string;
}

export interface SignedInHeaders {
  /** Where to go. */
  Location: string;
  /** The session: HttpOnly, Secure, for 8 hours. */
  'Set-Cookie': string;
}
