import { Path, Post, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { RequestController } from '../../http/request-controller';
import type { ProblemDetails, Uuid } from '../../http/wire-format';
import type { MembershipHandle } from './accounts.dto';
import { comeBack, leave } from './leaving';
import type { Leave, Return } from './leaving.dto';

@Route('security/accounts/{accountId}/memberships/{handle}')
@Tags('Security')
@Response<ProblemDetails>(404, 'There is no such account, or it is not a member')
export class LeavingController extends RequestController {
  /**
   * Withdraws access, the Developer role and the record-keeper right, ends functions and profile assignments, pauses
   * schedules, and revokes secrets for the organization. Records are kept but no longer counted in reports. Calling it
   * again has no effect.
   * @summary Record that a member has left
   * @param accountId The account's ID; GET /security/accounts lists them.
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
   * Restores access; functions and profiles must be assigned again. Only an operator can restore access that an operator
   * withdrew.
   * @summary Reinstate a member
   * @param accountId The account's ID; GET /security/accounts lists them.
   */
  @Post('return')
  @Security('Credential', ['records', 'account'])
  @SuccessResponse(200, 'Whether access was restored')
  public returnToOrganization(
    @Path() accountId: Uuid,
    @Path() handle: MembershipHandle,
  ): Promise<Return> {
    return comeBack(this.context.db, { accountId, handle }, this.caller, this.doneBy);
  }
}
