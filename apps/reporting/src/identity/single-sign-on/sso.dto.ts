export interface RedirectHeaders {
  /** The redirect target. */
  Location: string;
  /** The checks for the sign-on, valid for ten minutes; HttpOnly and Secure. */
  'Set-Cookie': string;
}

export interface SignedInHeaders {
  /** The redirect target. */
  Location: string;
  /** The session, valid for 8 hours; HttpOnly and Secure. */
  'Set-Cookie': string;
}
