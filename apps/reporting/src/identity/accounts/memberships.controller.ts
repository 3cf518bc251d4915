import { readEntityTags } from '@platform/http';
import {
  Body,
  Delete,
  Header,
  Middlewares,
  Path,
  Put,
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
import type { Account, AccountHeaders, MembershipHandle, MembershipRequest } from './accounts.dto';
import { accountTag, deleteMembership, putMembership } from './manage-accounts';

@Route('security/accounts/{accountId}/memberships/{handle}')
@Tags('Security')
@Middlewares(...documentedInput)
@Response<ProblemDetails>(404, 'There is no such account')
@Response<ProblemDetails>(412, 'The account is not as If-Match says')
export class MembershipsController extends RequestController {
  /**
   * What is given by hand, from the next call on. The membership is created where it is missing.
   * @summary Set a membership
   * @param accountId The account; GET /security/accounts has all.
   * @param ifMatch The ETag of the account: the membership is set only if the account is still that one.
   */
  @Put()
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse<AccountHeaders>(200, 'The account as it is now')
  public async putMembership(
    @Path() accountId: Uuid,
    @Path() handle: MembershipHandle,
    @Body() body: MembershipRequest,
    @Header('If-Match') ifMatch?: string,
  ): Promise<Account> {
    const target = { accountId, etags: readEntityTags(ifMatch) };
    const account = await putMembership(this.context, target, handle, body, this.doneBy);
    this.setTag(accountTag(account));
    return account;
  }

  /**
   * There need not be one. A membership with records stays, without access by hand.
   * @summary Delete a membership
   * @param accountId The account; GET /security/accounts has all.
   * @param ifMatch The ETag of the account: the membership is deleted only if the account is still that one.
   */
  @Delete()
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse<AccountHeaders>(204, 'There is none any more')
  @Response<ProblemDetails>(409, 'It has records: its access is withdrawn instead')
  public async deleteMembership(
    @Path() accountId: Uuid,
    @Path() handle: MembershipHandle,
    @Header('If-Match') ifMatch?: string,
  ): Promise<void> {
    const target = { accountId, etags: readEntityTags(ifMatch) };
    const account = await deleteMembership(this.context, target, handle, this.doneBy);
    this.setTag(accountTag(account));
  }
}
