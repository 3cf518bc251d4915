import { externalPath, invalidFields, readEntityTags } from '@platform/http';
import {
  Body,
  Get,
  Header,
  Middlewares,
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
import { Audited } from '../../audit/audited-access';
import { documentedInput } from '../../http/documented-input';
import type { Uuid } from '../../http/identifiers';
import { readPage } from '../../http/pages';
import type { ProblemDetails } from '../../http/problem-details';
import { RequestController } from '../../http/request-controller';
import { findAccount, listAccounts, unknownAccount } from './accounts';
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
} from './accounts.dto';
import { accountTag, addAccount, updateAccount } from './manage-accounts';
import { changeGrants } from './rights';

@Route('security/accounts')
@Tags('Security')
@Middlewares(...documentedInput)
export class AccountsController extends RequestController {
  /**
   * By name, with their grants and organizations.
   * @summary List accounts
   * @param q Only accounts whose name has every word of this, in any order, or whose e-mail or code contains it.
   * @minLength q 1
   * @maxLength q 200
   * @pattern q ^[^\u0000]*$ must not hold NUL
   * @param company Only members of the organization of this handle.
   * @param right Only accounts that have this right by hand; `developer` and `records` in any organization.
   * @param state Only accounts of this state; `no-access` are members without access to any organization.
   * @param page The page, from 1; below it is read as 1.
   * @isInt page must be a whole number
   * @param pageSize How many a page holds, 1 to 200; out of range is corrected.
   * @isInt pageSize must be a whole number
   */
  @Get()
  @Security('Credential', ['operator'])
  @SuccessResponse(200, 'A page of accounts')
  @Audited('all organizations')
  public async listAccounts(
    @Query() q?: string,
    @Query() company?: MembershipHandle,
    @Query() right?: AccountRight,
    @Query() state?: AccountState,
    @Query() page = 1,
    @Query() pageSize = 25,
  ): Promise<AccountPage> {
    const used = readPage(page, pageSize);
    const filter = { q: q ?? null, company: company ?? null };
    const narrowed = { ...filter, right: right ?? null, state: state ?? null };
    const { items, total } = await listAccounts(this.context.db, narrowed, used);
    return { items, total, page: used.page, pageSize: used.pageSize };
  }

  /**
   * Without a password. With a mail server its owner is invited to choose one, within seven days.
   * @summary Create an account
   */
  @Post()
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse<CreatedAccountHeaders>(201, 'The account')
  @Response<ProblemDetails>(409, 'There is an account of this e-mail')
  public async createAccount(@Body() body: AccountRequest): Promise<CreatedAccount> {
    const account = await addAccount(this.context, body, this.doneBy);
    this.setStatus(201);
    this.setTag(accountTag(account));
    const path = `/security/accounts/${account.id}`;
    this.setHeader('Location', externalPath(this.request, path));
    const isInvited = account.email !== null && this.context.postMails !== null;
    return { ...account, isInvited };
  }

  /**
   * With an ETag for a change of it.
   * @summary An account
   * @param accountId The account; GET /security/accounts has all.
   */
  @Get('{accountId}')
  @Security('Credential', ['operator'])
  @SuccessResponse<AccountHeaders>(200, 'The account')
  @Response<ProblemDetails>(404, 'There is no such account')
  @Audited('all organizations')
  public async getAccount(@Path() accountId: Uuid): Promise<Account> {
    const account = await findAccount(this.context.db, accountId);
    if (!account) throw unknownAccount();
    this.setTag(accountTag(account));
    return account;
  }

  /**
   * From the next call on. The last enabled operator stays one.
   * @summary Change an account
   * @param accountId The account; GET /security/accounts has all.
   * @param ifMatch The ETag of the account: it is changed only if it is still that one.
   */
  @Patch('{accountId}')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse<AccountHeaders>(200, 'The account as it is now')
  @Response<ProblemDetails>(404, 'There is no such account')
  @Response<ProblemDetails>(409, 'The e-mail is taken, or no operator would be left')
  @Response<ProblemDetails>(412, 'The account is not as If-Match says')
  public async updateAccount(
    @Path() accountId: Uuid,
    @Body() body: AccountChange,
    @Header('If-Match') ifMatch?: string,
  ): Promise<Account> {
    const target = { accountId, etags: readEntityTags(ifMatch) };
    const account = await updateAccount(this.context, target, body, this.doneBy);
    this.setTag(accountTag(account));
    return account;
  }

  /**
   * From the next call on. Report access includes API access: granting it grants both, withdrawing API
   * access withdraws both. Secrets stay, and work again when API access returns.
   * @summary Grant and withdraw access
   * @param accountId The account; GET /security/accounts has all.
   */
  @Put('{accountId}/grants')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'Both grants, as they now are')
  @Response<ProblemDetails>(404, 'There is no such account')
  public async changeGrants(@Path() accountId: Uuid, @Body() body: GrantsChange): Promise<Grants> {
    const { apiAccess = null, reportAccess = null } = body;
    if (apiAccess === false && reportAccess === true) {
      throw invalidFields([
        { field: 'reportAccess', message: 'cannot be granted while apiAccess is withdrawn' },
      ]);
    }
    const account = { accountId };
    const change = { account, apiAccess, reportAccess, ...this.doneBy };
    const grants = await changeGrants(this.context.db, change);
    if (!grants) throw unknownAccount();
    return grants;
  }
}
