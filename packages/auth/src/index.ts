export { bearerToken } from './credentials';
export { complaintAbout, hashPassword, isPassword } from './password';
export { equalHashes, generateSecret, hashSecret, readSecret, type Secret } from './secret';
