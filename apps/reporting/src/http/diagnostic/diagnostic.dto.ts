import type { Count } from '../wire-format';

/** The status of a health check. */
export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy';

/** The result of a probe. */
export interface Check {
  /** The status that the probe found. */
  status: HealthStatus;
  /** The duration of the probe in milliseconds. */
  latencyMs: number;
  /** Describes the problem and, if known, how to fix it; null if healthy. */
  detail: string | null;
}

/** The dependencies of the service. */
export interface Checks {
  /** A database query. Degraded if the role for reports or its privileges are missing. */
  database: Check;
}

/**
 * The health of the service.
 * @example { "status": "healthy", "checks": { "database": { "status": "healthy", "latencyMs": 1.2, "detail": null } } }
 */
export interface Health {
  /** The status of the check, or unhealthy if the service is stopping. */
  status: HealthStatus;
  /** The individual checks. */
  checks: Checks;
}

/**
 * The build of the service.
 * @example { "version": "0.1.0", "commit": "5d9f5af", "environment": "live" }
 */
export interface Version {
  /** The version of the service. */
  version: string;
  /** The commit of the build; null if unknown. */
  commit: string | null;
  /** The environment, which is also the middle segment of its secrets. */
  environment: string;
}

/** The state of the database. */
export interface DatabaseState {
  /** The version of PostgreSQL, such as `17.2`. */
  version: string;
  /** The names of pending migrations; empty if up to date. */
  pendingMigrations: string[];
}

/**
 * Information about the deployment.
 * @example { "version": "0.1.0", "commit": "5d9f5af", "environment": "live", "uptimeSeconds": 86400, "database": { "version": "17.2", "pendingMigrations": [] } }
 */
export interface About extends Version {
  /** The uptime of this process in seconds. */
  uptimeSeconds: Count;
  /** The state of the database. */
  database: DatabaseState;
}
