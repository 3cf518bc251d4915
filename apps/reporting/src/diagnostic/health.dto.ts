export enum HealthStatus {
  Healthy = 'healthy',
  Unhealthy = 'unhealthy',
}

export interface Check {
  status: HealthStatus;
  /** How long the probe took, in milliseconds. */
  latencyMs: number;
}

export interface Checks {
  database: Check;
}

/** @example { "status": "healthy", "checks": { "database": { "status": "healthy", "latencyMs": 1.2 } } } */
export interface Health {
  status: HealthStatus;
  checks: Checks;
}
