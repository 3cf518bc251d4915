import {
  Middlewares,
  Path,
  Post,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { documentedInput } from '../../http/documented-input';
import type { Uuid } from '../../http/identifiers';
import type { ProblemDetails } from '../../http/problem-details';
import { RequestController } from '../../http/request-controller';
import type { MembershipHandle } from './accounts.dto';
import { comeBack, leave } from './leaving';
import type { Leave, Return } from './leaving.dto';

@Route('security/accounts/{accountId}/memberships/{handle}')
@Tags('Security')
@Middlewares(...documentedInput)
@Response<ProblemDetails>(404, 'There is no such account, or it is not a member')
export class LeavingController extends RequestController {
  /**
   * Access, the Developer role and the keeping of records are withdrawn, functions and assigned profiles end, schedules
   * are paused, and secrets of the organization revoked. Records stay, and no report counts them. Repeated, it does
   * nothing.
   * @summary Somebody has left
   * @param accountId The account; GET /security/accounts has all.
   */
  @Post('leave')
  @Security('Credential', ['records', 'account'])
  @SuccessResponse(200, 'What ended')
  public leaveOrganization(
    @Path() accountId: Uuid,
    @Path() handle: MembershipHandle,
  ): Promise<Leave> {
    return leave(this.context.db, { accountId, handle }, this.caller, this.doneBy);
  }

  /**
   * Gives access back; functions and profiles are given anew. Access that an operator withdrew, only an operator returns.
   * @summary Somebody has come back
   * @param accountId The account; GET /security/accounts has all.
   */
  @Post('return')
  @Security('Credential', ['records', 'account'])
  @SuccessResponse(200, 'Whether access was given back')
  public returnToOrganization(
    @Path() accountId: Uuid,
    @Path() handle: MembershipHandle,
  ): Promise<Return> {
    return comeBack(this.context.db, { accountId, handle }, this.caller, this.doneBy);
  }
}
