import { Controller, Get, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import { version } from '../../package.json';
import type { Context } from '../context';
import { type Health, HealthStatus, type Version } from './diagnostic.dto';

@Route('diagnostic')
@Tags('Diagnostic')
export class DiagnosticController extends Controller {
  constructor(private readonly context: Context) {
    super();
  }

  /**
   * Runs a query on the database and gives up after 2 seconds. Open to everybody and never limited.
   * @summary Whether the service can work
   */
  @Get('health')
  @SuccessResponse(200, 'Healthy')
  @Response<Health>(503, 'The database is unreachable, or the service is stopping')
  public async getHealth(): Promise<Health> {
    const { isHealthy, latencyMs, isDraining } = await this.context.health();
    const status = toStatus(isHealthy && !isDraining);
    if (status === HealthStatus.Unhealthy) this.setStatus(503);
    this.setHeader('Cache-Control', 'no-store');
    return { status, checks: { database: { status: toStatus(isHealthy), latencyMs } } };
  }

  /**
   * Open to everybody and never limited.
   * @summary Which build of the service this is
   */
  @Get('version')
  @SuccessResponse(200, 'The version')
  public getVersion(): Version {
    const { commit, environment } = this.context.config;
    return { version, commit, environment };
  }
}

function toStatus(isHealthy: boolean): HealthStatus {
  return isHealthy ? HealthStatus.Healthy : HealthStatus.Unhealthy;
}
