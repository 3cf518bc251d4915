export { bearerToken } from './credentials';
export { complaintAbout, hashPassword, isPassword } from './password';
export type { Account, Organization, Person, Platform, Principal } from './principal';
export { equalHashes, generateSecret, hashSecret, readSecret, type Secret } from './secret';
