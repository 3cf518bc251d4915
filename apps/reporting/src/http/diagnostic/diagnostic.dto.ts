/** Whether it works. */
export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy';

/** What a probe found. */
export interface Check {
  /** What the probe found. */
  status: HealthStatus;
  /** How long the probe took, in milliseconds. */
  latencyMs: number;
  /** What is wrong, and what mends it where the service knows; null while it is healthy. */
  detail: string | null;
}

/** What the service cannot work without. */
export interface Checks {
  /** A query on the database. Degraded where reports lack their role, or privileges of it. */
  database: Check;
}

/**
 * Whether the service can work.
 * @example { "status": "healthy", "checks": { "database": { "status": "healthy", "latencyMs": 1.2, "detail": null } } }
 */
export interface Health {
  /** As the check, but unhealthy when the service is stopping. */
  status: HealthStatus;
  /** What was looked at. */
  checks: Checks;
}

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
