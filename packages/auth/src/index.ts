export { bearerToken } from './bearer-token';
export { hashPassword, validatePassword, verifyPassword } from './password';
export type { Account, Organization, Person, Platform, Principal } from './principal';
export {
  equalHashes,
  generateSecret,
  hashSecret,
  isOneOf,
  readSecret,
  type Secret,
} from './secret';
export { readCookies, readSentCredential, type SentCredential } from './sent-credential';
export { areSessionClaims, type SessionClaims } from './session-claims';
export { readToken, signToken } from './signed-token';
