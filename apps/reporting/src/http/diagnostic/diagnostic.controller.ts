import { query, readStatement } from '@platform/db';
import { Controller, Get, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { version } from '../../../package.json';
import type { Context } from '../../main/context';
import { RequestController } from '../request-controller';
import type { About, Health, Version } from './diagnostic.dto';

const findVersion = readStatement<{ version: string }>(__dirname, 'diagnostic.sql');

@Route('diagnostic')
@Tags('Diagnostic')
export class DiagnosticController extends Controller {
  constructor(private readonly context: Context) {
    super();
  }

  /**
   * Queries the database with a timeout of 2 seconds. The status is degraded (also 503) if reports cannot run because
   * their role or its privileges are missing in the database. Requires no authentication and is not rate-limited.
   * @summary Check health
   */
  @Get('health')
  @SuccessResponse(200, 'Healthy')
  @Response<Health>(
    503,
    'The database is unreachable or lacks privileges for reports, or the service is stopping',
  )
  public async getHealth(): Promise<Health> {
    const { isDraining, ...database } = await this.context.health();
    const status = isDraining ? 'unhealthy' : database.status;
    if (status !== 'healthy') this.setStatus(503);
    this.setHeader('Cache-Control', 'no-store');
    return { status, checks: { database } };
  }

  /**
   * Requires no authentication and is not rate-limited.
   * @summary Get the version
   */
  @Get('version')
  @SuccessResponse(200, 'The version')
  public getVersion(): Version {
    const { commit, environment } = this.context.config;
    return { version, commit, environment };
  }
}

@Route('diagnostic/about')
@Tags('Diagnostic')
export class AboutController extends RequestController {
  /**
   * Returns the build, uptime and database version of this deployment.
   * @summary Get deployment information
   */
  @Get()
  @Security('Credential', ['operator'])
  @SuccessResponse(200, 'Deployment information')
  public async getAbout(): Promise<About> {
    const { commit, environment } = this.context.config;
    const [[database], pending] = await Promise.all([
      query(this.context.db, findVersion),
      this.context.pendingMigrations(),
    ]);
    return {
      version,
      commit,
      environment,
      uptimeSeconds: Math.floor(process.uptime()),
      database: { version: database!.version, pendingMigrations: [...pending] },
    };
  }
}
