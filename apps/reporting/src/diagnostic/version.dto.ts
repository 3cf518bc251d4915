/**
 * Which build of the service this is.
 * @example { "version": "0.1.0", "commit": "5d9f5af", "environment": "live" }
 */
export interface Version {
  /** The version of the service. */
  version: string;
  /** The commit that it was built from; null where the build did not say. */
  commit: string | null;
  /** The environment, which is also the middle segment of its secrets. */
  environment: string;
}
