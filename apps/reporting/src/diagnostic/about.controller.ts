import { readStatement, run } from '@platform/db';
import {
  Get,
  Header,
  Middlewares,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { AnswerHeaders, ChallengeHeaders, Refusal, RetryHeaders } from '../answers.dto';
import { documentedInput } from '../input';
import type { OrganizationHandle } from '../organization.dto';
import { RequestController } from '../tsoa/request-controller';
import type { About } from './about.dto';
import { readVersion } from './read-version';

const statement = readStatement<{ version: string }>(__dirname, 'database-version.sql');

@Route('diagnostic/about')
@Tags('Diagnostic')
@Middlewares(...documentedInput)
@Response<Refusal, AnswerHeaders>(400, 'The request is malformed; detail names the field')
@Response<Refusal, ChallengeHeaders>(401, 'No credential was sent, or none that works')
@Response<Refusal, AnswerHeaders>(403, 'The caller is no operator')
@Response<Refusal, RetryHeaders>(429, 'Too many requests')
@Response<Refusal, AnswerHeaders>(500, 'An internal error; detail names the request')
@Response<Refusal, RetryHeaders>(503, 'The database is out of reach')
export class AboutController extends RequestController {
  /**
   * What runs here, since when, and on what.
   * @summary About this deployment
   */
  @Get()
  @Security('Credential', ['operator'])
  @SuccessResponse<AnswerHeaders>(200, 'What runs here')
  public async about(@Header('X-Company') _company?: OrganizationHandle): Promise<About> {
    const { commit, environment } = this.context.config;
    const [[database], pending] = await Promise.all([
      run(this.context.db, statement),
      this.context.pendingMigrations(),
    ]);
    return {
      version: readVersion(),
      commit,
      environment,
      uptimeSeconds: Math.floor(process.uptime()),
      database: { version: database!.version, pendingMigrations: [...pending] },
    };
  }
}
