export { type Build, idempotencyKeyOf, identifyBuild, toBuildUrl } from './build';
export {
  type Change,
  type ChangeOptions,
  type ClientOptions,
  type Component,
  createVersioningClient,
  type Package,
  type PackageChange,
  type VersioningClient,
} from './client';
export { type ErrorKind, EXIT_CODES, VersioningError } from './error';
export { nextVersion } from './next-version';
export type { Retry } from './retry';
