export enum HealthStatus {
  Healthy = 'Healthy',
  Unhealthy = 'Unhealthy',
}

export interface Check {
  Status: HealthStatus;
  /** How long the probe took, in milliseconds. */
  LatencyMs: number;
}

export interface Checks {
  Database: Check;
}

/** @example { "Status": "Healthy", "Checks": { "Database": { "Status": "Healthy", "LatencyMs": 1.2 } } } */
export interface Health {
  Status: HealthStatus;
  Checks: Checks;
}
