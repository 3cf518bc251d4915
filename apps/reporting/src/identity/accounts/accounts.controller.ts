import { externalPath, invalidField, readEntityTags } from '@platform/http';
import {
  Body,
  Delete,
  Get,
  Header,
  Patch,
  Path,
  Post,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { recordRead } from '../../audit/audited-access';
import { readPage } from '../../http/pages';
import { problemOf } from '../../http/problems';
import { RequestController } from '../../http/request-controller';
import type {
  PageNumber,
  PageSize,
  ProblemDetails,
  SearchText,
  Uuid,
} from '../../http/wire-format';
import { findAccount, listAccounts } from './accounts';
import type {
  Account,
  AccountChange,
  AccountHeaders,
  AccountPage,
  AccountRequest,
  AccountRight,
  AccountState,
  CreatedAccount,
  CreatedAccountHeaders,
  Grants,
  GrantsChange,
  MembershipHandle,
  MembershipRequest,
} from './accounts.dto';
import { inviteMembers } from './invitations';
import type { InvitationRequest, Invitations } from './invitations.dto';
import { comeBack, leave } from './leaving';
import type { Leave, Return } from './leaving.dto';
import { addAccount, deleteMembership, putMembership, updateAccount } from './manage-accounts';
import { changeGrants } from './rights';

@Route('security/accounts')
@Tags('Security')
export class AccountsController extends RequestController {
  /**
   * Returns accounts with their grants and organizations, ordered by name.
   * @summary List accounts
   * @param q Only accounts whose name contains all words of this, in any order, or whose e-mail or code contains it.
   * @param company Only members of the organization with this handle.
   * @param right Only accounts with this manually granted right; `developer` and `records` in any organization.
   * @param state Only accounts in this state; `no-access` means members without access to any organization.
   */
  @Get()
  @Security('Credential', ['operator'])
  @SuccessResponse(200, 'A page of accounts')
  public async listAccounts(
    @Query() q?: SearchText,
    @Query() company?: MembershipHandle,
    @Query() right?: AccountRight,
    @Query() state?: AccountState,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
  ): Promise<AccountPage> {
    await recordRead(this, 'all organizations');
    const filter = { q: q ?? null, company: company ?? null };
    const narrowed = { ...filter, right: right ?? null, state: state ?? null };
    return listAccounts(this.context.db, narrowed, readPage(page, pageSize));
  }

  /**
   * Creates an account without a password. If a mail server is configured, its owner is invited to choose one within seven
   * days.
   * @summary Create an account
   */
  @Post()
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse<CreatedAccountHeaders>(201, 'The account')
  @Response<ProblemDetails>(409, 'An account with this e-mail already exists')
  public async createAccount(@Body() body: AccountRequest): Promise<CreatedAccount> {
    const account = await addAccount(this.context, body, this.doneBy);
    this.setStatus(201);
    this.setTag(account);
    const path = `/security/accounts/${account.id}`;
    this.setHeader('Location', externalPath(this.request, path));
    const isInvited = account.email !== null && this.context.enqueueMails !== null;
    return { ...account, isInvited };
  }

  /**
   * Returns an account, with an ETag for changes.
   * @summary Get an account
   * @param accountId The account's ID; GET /security/accounts lists them.
   */
  @Get('{accountId}')
  @Security('Credential', ['operator'])
  @SuccessResponse<AccountHeaders>(200, 'The account')
  @Response<ProblemDetails>(404, 'The account does not exist')
  public async getAccount(@Path() accountId: Uuid): Promise<Account> {
    await recordRead(this, 'all organizations');
    const account = await findAccount(this.context.db, accountId);
    if (!account) throw problemOf('unknown-account');
    this.setTag(account);
    return account;
  }

  /**
   * Takes effect from the next request on. The last enabled operator cannot be disabled or demoted.
   * @summary Update an account
   * @param accountId The account's ID; GET /security/accounts lists them.
   * @param ifMatch The account's ETag: the account is changed only if it still matches.
   */
  @Patch('{accountId}')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse<AccountHeaders>(200, 'The updated account')
  @Response<ProblemDetails>(404, 'The account does not exist')
  @Response<ProblemDetails>(409, 'The e-mail is in use, or the account is the last operator')
  @Response<ProblemDetails>(412, 'The account does not match If-Match')
  public async updateAccount(
    @Path() accountId: Uuid,
    @Body() body: AccountChange,
    @Header('If-Match') ifMatch?: string,
  ): Promise<Account> {
    const target = { accountId, etags: readEntityTags(ifMatch) };
    const account = await updateAccount(this.context, target, body, this.doneBy);
    this.setTag(account);
    return account;
  }

  /**
   * Takes effect from the next request on. Report access includes API access: granting it grants both, and withdrawing API
   * access withdraws both. Secrets are kept and work again when API access is restored.
   * @summary Update grants
   * @param accountId The account's ID; GET /security/accounts lists them.
   */
  @Put('{accountId}/grants')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The updated grants')
  @Response<ProblemDetails>(404, 'The account does not exist')
  public async changeGrants(@Path() accountId: Uuid, @Body() body: GrantsChange): Promise<Grants> {
    const { apiAccess = null, reportAccess = null } = body;
    if (apiAccess === false && reportAccess === true) {
      throw invalidField('reportAccess', 'cannot be granted while apiAccess is withdrawn');
    }
    const change = { apiAccess, reportAccess };
    return changeGrants(this.context.db, accountId, change, this.doneBy);
  }
}

@Route('security/invitations')
@Tags('Security')
export class InvitationsController extends RequestController {
  /**
   * Sends an invitation to members with access and an e-mail who cannot sign in yet, neither with a password nor with
   * single sign-on, for example because an import added them. Nobody is invited twice within a week.
   * @summary Invite the members of an organization
   */
  @Post()
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The members by whether they are invited')
  @Response<ProblemDetails>(409, 'This service does not send emails')
  public inviteMembers(@Body() body: InvitationRequest): Promise<Invitations> {
    return inviteMembers(this.context, body, this.doneBy);
  }
}

@Route('security/accounts/{accountId}/memberships/{handle}')
@Tags('Security')
@Security('Credential', ['operator-in-person'])
@Response<ProblemDetails>(404, 'The account does not exist')
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
@Response<ProblemDetails>(404, 'The account does not exist, or it is not a member')
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
