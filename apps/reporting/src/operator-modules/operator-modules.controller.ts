import { Get, Header, Path, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { AnswerHeaders, ChallengeHeaders, Refusal, RetryHeaders } from '../answers.dto';
import type { OrganizationHandle } from '../organization.dto';
import { RequestController } from '../tsoa/request-controller';
import { notBuilt } from './operator-modules';
import type { ModuleOperation } from './operator-modules.dto';

/** Has the document name the modules, by GET; `operatorModules` answers before, on whatever method and path. */
@Route()
@Tags('Operator modules')
@Security('Credential', ['operator'])
@Response<Refusal, AnswerHeaders>(400, 'The request is malformed; detail names the field')
@Response<Refusal, ChallengeHeaders>(401, 'No credential was sent, or none that works')
@Response<Refusal, AnswerHeaders>(403, 'The caller is no operator')
@Response<Refusal, RetryHeaders>(429, 'Too many requests')
@Response<Refusal, AnswerHeaders>(500, 'An internal error; detail names the request')
@Response<Refusal, RetryHeaders>(503, 'The database is out of reach')
export class OperatorModulesController extends RequestController {
  /**
   * Named, and not part of this service: so answers any method and path below /notification.
   * @summary Notifications
   */
  @Get('notification/{operation}')
  @SuccessResponse<AnswerHeaders>(
    501,
    'The caller is an operator; the module is not part of this service',
  )
  public callNotification(
    @Path('operation') _operation: ModuleOperation,
    @Header('X-Company') _company?: OrganizationHandle,
  ): Promise<Refusal> {
    throw notBuilt();
  }

  /**
   * Named, and not part of this service: so answers any method and path below /sync.
   * @summary Synchronization
   */
  @Get('sync/{operation}')
  @SuccessResponse<AnswerHeaders>(
    501,
    'The caller is an operator; the module is not part of this service',
  )
  public callSync(
    @Path('operation') _operation: ModuleOperation,
    @Header('X-Company') _company?: OrganizationHandle,
  ): Promise<Refusal> {
    throw notBuilt();
  }

  /**
   * Named, and not part of this service: so answers any method.
   * @summary Support issues
   */
  @Get('support/issues')
  @SuccessResponse<AnswerHeaders>(
    501,
    'The caller is an operator; the module is not part of this service',
  )
  public listSupportIssues(@Header('X-Company') _company?: OrganizationHandle): Promise<Refusal> {
    throw notBuilt();
  }

  /**
   * Named, and not part of this service: so answers any method.
   * @summary Video statistics
   */
  @Get('reporting/video-statistics')
  @SuccessResponse<AnswerHeaders>(
    501,
    'The caller is an operator; the module is not part of this service',
  )
  public getVideoStatistics(@Header('X-Company') _company?: OrganizationHandle): Promise<Refusal> {
    throw notBuilt();
  }
}
