import { Controller, Get, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import type { Context } from '../context';
import { type Health, HealthStatus } from './health.dto';

@Route('api/health')
@Tags('Health')
export class HealthController extends Controller {
  constructor(
    private readonly context: Context,
    _request: Request,
  ) {
    super();
  }

  /**
   * Runs a query on the database and gives up after 2 seconds. Needs no key and is never limited.
   * @summary Whether the service can work
   */
  @Get()
  @SuccessResponse(200, 'Healthy')
  @Response<Health>(503, 'The database is out of reach, or the service is stopping')
  public async health(): Promise<Health> {
    const { isHealthy, latencyMs } = await this.context.health();
    const Status = isHealthy ? HealthStatus.Healthy : HealthStatus.Unhealthy;
    if (!isHealthy) this.setStatus(503);
    this.setHeader('Cache-Control', 'no-store');
    return { Status, Checks: { Database: { Status, LatencyMs: latencyMs } } };
  }
}
