import { invalidFields, Problem } from '@platform/http';
import {
  Body,
  Delete,
  Get,
  Middlewares,
  Path,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { documentedInput, RequestController } from '../../controller';
import type { ProblemDetails, Uuid } from '../../wire-format';
import { readPage } from '../../wire-format';
import { Audited } from '../audit/audit';
import { revokePersonalSecret } from '../secrets/personal-secrets';
import { listAccounts } from './accounts';
import type { AccountPage, Grants, GrantsChange } from './accounts.dto';
import { changeGrants } from './rights';

@Route('security/accounts')
@Tags('Security')
@Middlewares(...documentedInput)
export class AccountsController extends RequestController {
  /**
   * By name, with their grants and organizations.
   * @summary List accounts
   * @param q Only accounts whose name has every word of this, in any order, or whose e-mail contains it.
   * @minLength q 1
   * @maxLength q 200
   * @pattern q ^[^\u0000]*$ must not hold NUL
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
    @Query() page = 1,
    @Query() pageSize = 25,
  ): Promise<AccountPage> {
    const used = readPage(page, pageSize);
    const { items, total } = await listAccounts(this.context.db, q ?? null, used);
    return { items, total, page: used.page, pageSize: used.pageSize };
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
    if (!grants) throw noSuchAccount();
    return grants;
  }

  /**
   * The account's personal secret is refused from the next call on. There need not be one.
   * @summary Revoke an account's secret
   * @param accountId The account; GET /security/accounts has all.
   */
  @Delete('{accountId}/client-secret')
  @Security('Credential', ['operator'])
  @SuccessResponse(204, 'There is none any more')
  @Response<ProblemDetails>(404, 'There is no such account')
  public async revokeSecret(@Path() accountId: Uuid): Promise<void> {
    const { db } = this.context;
    const account = await db.prisma.account.findUnique({ where: { uuid: accountId } });
    if (!account) throw noSuchAccount();
    await revokePersonalSecret(db, { ...this.doneBy, accountId: account.id });
  }
}

function noSuchAccount(): Problem {
  return new Problem(
    'not-found',
    'There is no account of this id; GET /security/accounts has all.',
  );
}
