/** Whether it works. */
export enum HealthStatus {
  Healthy = 'healthy',
  Unhealthy = 'unhealthy',
}

/** What a probe found. */
export interface Check {
  /** What the probe found. */
  status: HealthStatus;
  /** How long the probe took, in milliseconds. */
  latencyMs: number;
}

/** What the service cannot work without. */
export interface Checks {
  /** A query on the database. */
  database: Check;
}

/**
 * Whether the service can work.
 * @example { "status": "healthy", "checks": { "database": { "status": "healthy", "latencyMs": 1.2 } } }
 */
export interface Health {
  /** Unhealthy when a check is, or when the service is stopping. */
  status: HealthStatus;
  /** What was looked at. */
  checks: Checks;
}
