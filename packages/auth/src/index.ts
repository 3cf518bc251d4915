export { type Authentication, authenticate } from './authenticate';
export type { Account, Organization, Person, Platform, Principal } from './principal';
export { readCookie, type SentCredential } from './sent-credential';
