/** @example { "email": "ada@example.org", "password": "correct horse battery staple", "company": "acme" } */
export interface SignInRequest {
  /**
   * @minLength 1
   * @maxLength 254
   * @pattern ^[^\u0000-\u001f\u007f]*$ must not hold control characters
   */
  email: string;
  /**
   * @minLength 1
   * @maxLength 1000
   */
  password: string;
  /**
   * The handle of the organization to sign in to. It is remembered in the session; X-Company decides.
   * @minLength 1
   * @maxLength 100
   * @pattern ^[^\u0000-\u001f\u007f]*$ must not hold control characters
   */
  company?: string;
}

/** An organization that the session may name in X-Company. */
export interface SessionOrganization {
  /** A UUID. */
  id: string;
  handle: string;
  name: string;
  /** Whether the account has the Developer role in it. */
  isDeveloper: boolean;
}

export interface SessionAccount {
  /** A UUID. */
  id: string;
  email: string;
  name: string;
}

/** Who is signed in, until when, and what the account may do. */
export interface CurrentSession {
  account: SessionAccount;
  /** The organizations that the account has access to, by name. */
  organizations: SessionOrganization[];
  roles: SessionRoles;
  /** When the session ends, ISO 8601; it is never extended. */
  expiresAt: string;
}

export interface SessionRoles {
  isOperator: boolean;
  /** Whether the account may hold and use secrets. */
  apiAccess: boolean;
  /** Whether it may read the reports that need it. */
  reportAccess: boolean;
}

/** @example { "current": "correct horse battery staple", "new": "seven lamps on a quiet street" } */
export interface PasswordChange {
  /**
   * @minLength 1
   * @maxLength 1000
   */
  current: string;
  /**
   * At least 12 characters, at most 72 bytes, not the e-mail address, not among the common ones.
   * @minLength 1
   * @maxLength 1000
   */
  new: string;
}

export interface SessionHeaders {
  /** Quote it when you report a problem. */
  'X-Request-Id': string;
  /** The session, or its end: HttpOnly, Secure. */
  'Set-Cookie': string;
}
