import { Controller, Get, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Context } from '../main/context';

/** The result of a check. */
export type HealthStatus = 'Healthy' | 'Unhealthy';

/** A check of a dependency. */
export interface Check {
  Status: HealthStatus;
  /** How long the check took, in milliseconds. */
  LatencyMs: number;
  /** What is wrong; null if healthy. */
  Detail: string | null;
}

/** The checks of all required dependencies. */
export interface Checks {
  /** A query on the database. */
  Database: Check;
}

/**
 * Whether the service can work.
 * @example { "Status": "Healthy", "Checks": { "Database": { "Status": "Healthy", "LatencyMs": 1.2, "Detail": null } } }
 */
export interface Health {
  /** Unhealthy if a check is, or if the service is stopping. */
  Status: HealthStatus;
  /** The individual checks. */
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
  @Response<Health>(503, 'The database is unavailable, or the service is stopping')
  public async getHealth(): Promise<Health> {
    const { status, latencyMs, detail, isDraining } = await this.context.health();
    const isHealthy = status === 'healthy';
    if (!isHealthy || isDraining) this.setStatus(503);
    this.setHeader('Cache-Control', 'no-store');
    const database = { Status: toStatus(isHealthy), LatencyMs: latencyMs, Detail: detail };
    return { Status: toStatus(isHealthy && !isDraining), Checks: { Database: database } };
  }
}

function toStatus(isHealthy: boolean): HealthStatus {
  return isHealthy ? 'Healthy' : 'Unhealthy';
}
