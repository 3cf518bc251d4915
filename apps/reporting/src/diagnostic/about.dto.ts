/** The database, and how it stands to this build. */
export interface DatabaseState {
  /** PostgreSQL's own, such as `17.2`. */
  version: string;
  /** The migrations that it lacks, by name; none when it is up to date. */
  pendingMigrations: string[];
}

/**
 * Which build of the service this is, where it runs, and on what.
 * @example { "version": "0.1.0", "commit": "5d9f5af", "environment": "live", "uptimeSeconds": 86400, "database": { "version": "17.2", "pendingMigrations": [] } }
 */
export interface About {
  /** The version of the service. */
  version: string;
  /** The commit that it was built from; null where the build did not say. */
  commit: string | null;
  /** The environment, which is also the middle segment of its secrets. */
  environment: string;
  /**
   * How long this process has been running, in seconds.
   * @isInt
   */
  uptimeSeconds: number;
  /** The database that it uses. */
  database: DatabaseState;
}
