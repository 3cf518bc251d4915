/** Whether it works. */
export enum HealthStatus {
  Healthy = 'Healthy',
  Unhealthy = 'Unhealthy',
}

/** What a probe found. */
export interface Check {
  Status: HealthStatus;
  /** How long the probe took, in milliseconds. */
  LatencyMs: number;
}

/** What the service cannot work without. */
export interface Checks {
  /** A query on the database. */
  Database: Check;
}

/**
 * Whether the service can work.
 * @example { "Status": "Healthy", "Checks": { "Database": { "Status": "Healthy", "LatencyMs": 1.2 } } }
 */
export interface Health {
  /** Unhealthy when a check is, or when the service is stopping. */
  Status: HealthStatus;
  /** What was looked at. */
  Checks: Checks;
}
