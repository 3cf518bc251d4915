import { Controller, Get, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import { version } from '../../../package.json';
import type { Context } from '../../main/context';
import type { Health, Version } from './diagnostic.dto';

@Route('diagnostic')
@Tags('Diagnostic')
export class DiagnosticController extends Controller {
  constructor(private readonly context: Context) {
    super();
  }

  /**
   * Runs a query on the database and gives up after 2 seconds. Degraded, also with status 503, where reports cannot run
   * because the database lacks their role or its privileges. Open to everybody and never limited.
   * @summary Whether the service can work
   */
  @Get('health')
  @SuccessResponse(200, 'Healthy')
  @Response<Health>(
    503,
    'The database is unreachable or lacks what reports need, or the service is stopping',
  )
  public async getHealth(): Promise<Health> {
    const { isDraining, ...database } = await this.context.health();
    const status = isDraining ? 'unhealthy' : database.status;
    if (status !== 'healthy') this.setStatus(503);
    this.setHeader('Cache-Control', 'no-store');
    return { status, checks: { database } };
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
