import { Controller, Get, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Context } from '../context';

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
  /** What was checked. */
  Checks: Checks;
}

@Route('api/health')
@Tags('Health')
export class HealthController extends Controller {
  constructor(private readonly context: Context) {
    super();
  }

  /**
   * Runs a query on the database and gives up after 2 seconds. Needs no key and is never limited.
   * @summary Whether the service can work
   */
  @Get()
  @SuccessResponse(200, 'Healthy')
  @Response<Health>(503, 'The database is out of reach, or the service is stopping')
  public async getHealth(): Promise<Health> {
    const { isHealthy, latencyMs, isDraining } = await this.context.health();
    const Status = toStatus(isHealthy && !isDraining);
    if (Status === HealthStatus.Unhealthy) this.setStatus(503);
    this.setHeader('Cache-Control', 'no-store');
    return { Status, Checks: { Database: { Status: toStatus(isHealthy), LatencyMs: latencyMs } } };
  }
}

function toStatus(isHealthy: boolean): HealthStatus {
  return isHealthy ? HealthStatus.Healthy : HealthStatus.Unhealthy;
}
