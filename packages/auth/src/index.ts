export { bearerToken } from './credentials';
export { equalHashes, generateSecret, hashSecret, readSecret, type Secret } from './secret';
