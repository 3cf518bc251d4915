import { readEntityTags } from '@platform/http';
import {
  Body,
  Delete,
  Header,
  Path,
  Post,
  Put,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { RequestController } from '../../http/request-controller';
import type { ProblemDetails, Uuid } from '../../http/wire-format';
import type { Account, AccountHeaders, MembershipHandle, MembershipRequest } from './accounts.dto';
import { comeBack, leave } from './leaving';
import type { Leave, Return } from './leaving.dto';
import { deleteMembership, putMembership } from './manage-accounts';

@Route('security/accounts/{accountId}/memberships/{handle}')
@Tags('Security')
@Security('Credential', ['operator-in-person'])
@Response<ProblemDetails>(404, 'There is no such account')
@Response<ProblemDetails>(412, 'The account does not match If-Match')
export class MembershipsController extends RequestController {
  /**
   * Sets manually granted rights, which take effect from the next request on. Creates the membership if it is missing.
   * @summary Set a membership
   * @param accountId The account's ID; GET /security/accounts lists them.
   * @param ifMatch The account's ETag: the membership is set only if it still matches.
   */
  @Put()
  @SuccessResponse<AccountHeaders>(200, 'The updated account')
  public async putMembership(
    @Path() accountId: Uuid,
    @Path() handle: MembershipHandle,
    @Body() body: MembershipRequest,
    @Header('If-Match') ifMatch?: string,
  ): Promise<Account> {
    const target = { accountId, etags: readEntityTags(ifMatch) };
    const account = await putMembership(this.context, target, handle, body, this.doneBy);
    this.setTag(account);
    return account;
  }

  /**
   * Deletes a membership; having none is not an error. A membership with records only loses its manually granted access.
   * @summary Delete a membership
   * @param accountId The account's ID; GET /security/accounts lists them.
   * @param ifMatch The account's ETag: the membership is deleted only if it still matches.
   */
  @Delete()
  @SuccessResponse<AccountHeaders>(204, 'Deleted')
  @Response<ProblemDetails>(
    409,
    'The membership has records and was kept; its access was withdrawn',
  )
  public async deleteMembership(
    @Path() accountId: Uuid,
    @Path() handle: MembershipHandle,
    @Header('If-Match') ifMatch?: string,
  ): Promise<void> {
    const target = { accountId, etags: readEntityTags(ifMatch) };
    const account = await deleteMembership(this.context, target, handle, this.doneBy);
    this.setTag(account);
  }
}

@Route('security/accounts/{accountId}/memberships/{handle}')
@Tags('Security')
@Security('Credential', ['records', 'account'])
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
  @SuccessResponse(200, 'Whether access was restored')
  public returnToOrganization(
    @Path() accountId: Uuid,
    @Path() handle: MembershipHandle,
  ): Promise<Return> {
    return comeBack(this.context.db, { accountId, handle }, this.caller, this.doneBy);
  }
}
