import { Get, Header, Path, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Refusal } from '../answers.dto';
import type { OrganizationHandle } from '../organization.dto';
import { RequestController } from '../tsoa/request-controller';
import { notBuilt } from './operator-modules';
import type { ModuleOperation } from './operator-modules.dto';

/** Has the document name the modules, by GET; `operatorModules` answers before, on whatever method and path. */
@Route()
@Tags('Operator modules')
@Security('Credential', ['operator'])
export class OperatorModulesController extends RequestController {
  /**
   * A module of the platform that this service lacks: any method and path below /notification is answered so.
   * @summary Notifications
   */
  @Get('notification/{operation}')
  @SuccessResponse(501, 'The caller is an operator; the module is not part of this service')
  public callNotification(
    @Path('operation') _operation: ModuleOperation,
    @Header('X-Company') _company?: OrganizationHandle,
  ): Promise<Refusal> {
    throw notBuilt();
  }

  /**
   * A module of the platform that this service lacks: any method and path below /sync is answered so.
   * @summary Synchronization
   */
  @Get('sync/{operation}')
  @SuccessResponse(501, 'The caller is an operator; the module is not part of this service')
  public callSync(
    @Path('operation') _operation: ModuleOperation,
    @Header('X-Company') _company?: OrganizationHandle,
  ): Promise<Refusal> {
    throw notBuilt();
  }

  /**
   * A module of the platform that this service lacks: any method is answered so.
   * @summary Support issues
   */
  @Get('support/issues')
  @SuccessResponse(501, 'The caller is an operator; the module is not part of this service')
  public listSupportIssues(@Header('X-Company') _company?: OrganizationHandle): Promise<Refusal> {
    throw notBuilt();
  }

  /**
   * A module of the platform that this service lacks: any method is answered so.
   * @summary Video statistics
   */
  @Get('reporting/video-statistics')
  @SuccessResponse(501, 'The caller is an operator; the module is not part of this service')
  public getVideoStatistics(@Header('X-Company') _company?: OrganizationHandle): Promise<Refusal> {
    throw notBuilt();
  }
}
