export {
  type Build,
  type Environment,
  idempotencyKeyOf,
  identifyBuild,
  type Taken,
  toBuildUrl,
} from './build';
export {
  type BuildIncrement,
  connectBuild,
  incrementForBuild,
  parseSeconds,
} from './build-calls';
export {
  type Change,
  type ChangeOptions,
  type ClientOptions,
  type Component,
  createVersioningClient,
  type IncrementOptions,
  type Package,
  type PackageChange,
  type VersioningClient,
} from './client';
export { readCredential, readSetting } from './credential';
export { type ErrorKind, EXIT_CODES, VersioningError } from './error';
export type { Key, KeyOptions, KeysClient, KeyWithSecret } from './keys';
export { nextVersion } from './next-version';
export type { Release, ReleaseOptions, ReleasePage } from './releases';
export type { Retry } from './retry';
