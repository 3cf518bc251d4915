import { query, readStatements } from '@platform/db';
import { Get, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { version } from '../../../package.json';
import { RequestController } from '../request-controller';
import type { About } from './diagnostic.dto';

const sql = readStatements(__dirname, 'about.sql');

const statement = sql<{ version: string }>('database-version');

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
      query(this.context.db, statement),
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
