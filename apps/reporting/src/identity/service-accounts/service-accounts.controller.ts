import {
  Body,
  Delete,
  Get,
  Middlewares,
  Patch,
  Path,
  Post,
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
import type { ClientSecret, NewClientSecret } from '../secrets/secrets.dto';
import {
  addServiceAccount,
  changeServiceAccount,
  deleteServiceAccount,
  issueServiceSecret,
  listServiceAccounts,
  listServiceSecrets,
  revokeServiceSecrets,
} from './service-accounts';
import type {
  ServiceAccount,
  ServiceAccountChange,
  ServiceAccountPage,
  ServiceAccountRequest,
  ServiceSecretRequest,
} from './service-accounts.dto';

@Route('security/service-accounts')
@Tags('Security')
@Middlewares(...documentedInput)
export class ServiceAccountsController extends RequestController {
  /**
   * Programs that read reports, of all organizations, by name.
   * @summary List service accounts
   * @param page The page, from 1; below it is read as 1.
   * @isInt page must be a whole number
   * @param pageSize How many a page holds, 1 to 200; out of range is corrected.
   * @isInt pageSize must be a whole number
   */
  @Get()
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'A page of service accounts')
  @Audited('all organizations')
  public async listServiceAccounts(
    @Query() page = 1,
    @Query() pageSize = 25,
  ): Promise<ServiceAccountPage> {
    const used = readPage(page, pageSize);
    const { items, total } = await listServiceAccounts(this.context.db, used);
    return { items, total, page: used.page, pageSize: used.pageSize };
  }

  /**
   * It reads the reports of its organization, and nothing else, by secrets that operators issue. It stays when the
   * person who made it leaves.
   * @summary Create a service account
   */
  @Post()
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(201, 'The service account')
  @Response<ProblemDetails>(409, 'The organization has one of this name')
  public async createServiceAccount(@Body() body: ServiceAccountRequest): Promise<ServiceAccount> {
    const account = await addServiceAccount(this.context, body, this.doneBy);
    this.setStatus(201);
    return account;
  }

  /**
   * From the next call on.
   * @summary Change a service account
   * @param id The service account; GET /security/service-accounts has all.
   */
  @Patch('{id}')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The service account as it is now')
  @Response<ProblemDetails>(404, 'There is no such service account')
  @Response<ProblemDetails>(409, 'The organization has one of this name')
  public changeServiceAccount(
    @Path() id: Uuid,
    @Body() body: ServiceAccountChange,
  ): Promise<ServiceAccount> {
    return changeServiceAccount(this.context, id, body, this.doneBy);
  }

  /**
   * Its secrets are refused from the next call on.
   * @summary Delete a service account
   * @param id The service account; GET /security/service-accounts has all.
   */
  @Delete('{id}')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(204, 'It is gone')
  @Response<ProblemDetails>(404, 'There is no such service account')
  public async deleteServiceAccount(@Path() id: Uuid): Promise<void> {
    await deleteServiceAccount(this.context.db, id, this.doneBy);
  }

  /**
   * The value is in this answer and nowhere else. A service account has at most ten.
   * @summary Issue a secret of a service account
   * @param id The service account; GET /security/service-accounts has all.
   */
  @Post('{id}/secrets')
  @Security('Credential', ['operator-in-person', 'no-secret'])
  @SuccessResponse(201, 'The new secret, this once')
  @Response<ProblemDetails>(404, 'There is no such service account')
  public async issueServiceSecret(
    @Path() id: Uuid,
    @Body() body: ServiceSecretRequest,
  ): Promise<NewClientSecret> {
    this.setStatus(201);
    return issueServiceSecret(this.context, id, body.name, this.doneBy);
  }

  /**
   * Oldest first; never their values.
   * @summary List the secrets of a service account
   * @param id The service account; GET /security/service-accounts has all.
   */
  @Get('{id}/secrets')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The secrets')
  @Response<ProblemDetails>(404, 'There is no such service account')
  @Audited('all organizations')
  public async listServiceSecrets(@Path() id: Uuid): Promise<ClientSecret[]> {
    return listServiceSecrets(this.context.db, id);
  }

  /**
   * They are refused from the next call on. There need not be any.
   * @summary Revoke all secrets of a service account
   * @param id The service account; GET /security/service-accounts has all.
   */
  @Delete('{id}/secrets')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(204, 'There are none any more')
  @Response<ProblemDetails>(404, 'There is no such service account')
  public async revokeServiceSecrets(@Path() id: Uuid): Promise<void> {
    await revokeServiceSecrets(this.context.db, id, null, this.doneBy);
  }

  /**
   * It is refused from the next call on.
   * @summary Revoke a secret of a service account
   * @param id The service account; GET /security/service-accounts has all.
   * @param secretId The secret; GET /security/service-accounts/{id}/secrets has all.
   */
  @Delete('{id}/secrets/{secretId}')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(204, 'Revoked')
  @Response<ProblemDetails>(404, 'There is no such service account, or it has no secret of this id')
  public async revokeServiceSecret(@Path() id: Uuid, @Path() secretId: Uuid): Promise<void> {
    await revokeServiceSecrets(this.context.db, id, secretId, this.doneBy);
  }
}
