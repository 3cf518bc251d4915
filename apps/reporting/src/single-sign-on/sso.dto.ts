import type { AnswerHeaders, ChallengeHeaders, RetryHeaders } from '../answers.dto';

export interface SsoAnswerHeaders extends AnswerHeaders {
  /** What the sign-on began with is done with: the cookie is cleared. */
  'Set-Cookie'?: string;
}

export interface SsoChallengeHeaders extends ChallengeHeaders {
  /** What the sign-on began with is done with: the cookie is cleared. */
  'Set-Cookie'?: string;
}

export interface SsoRetryHeaders extends RetryHeaders {
  /** What the sign-on began with is done with: the cookie is cleared. */
  'Set-Cookie'?: string;
}

export interface RedirectHeaders {
  /** Quote it when you report a problem. */
  'X-Request-Id': string;
  /** Where to go. */
  Location: string;
  /** What the sign-on began with, for ten minutes: HttpOnly, Secure. */
  'Set-Cookie': string;
}

export interface SignedInHeaders extends AnswerHeaders {
  /** Where to go. */
  Location: string;
  /** The session: HttpOnly, Secure, for 8 hours. */
  'Set-Cookie': string;
}
