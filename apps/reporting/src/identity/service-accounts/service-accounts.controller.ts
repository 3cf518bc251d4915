import {
  Body,
  Delete,
  Get,
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
import { recordRead } from '../../audit/audited-access';
import { readPage } from '../../http/pages';
import { RequestController } from '../../http/request-controller';
import type { PageNumber, PageSize, ProblemDetails, Uuid } from '../../http/wire-format';
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
@Security('Credential', ['operator-in-person'])
export class ServiceAccountsController extends RequestController {
  /**
   * Returns the service accounts of all organizations, ordered by name.
   * @summary List service accounts
   */
  @Get()
  @SuccessResponse(200, 'A page of service accounts')
  public async listServiceAccounts(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
  ): Promise<ServiceAccountPage> {
    await recordRead(this, 'all organizations');
    return listServiceAccounts(this.context.db, readPage(page, pageSize));
  }

  /**
   * A service account can only read reports of its organization, using secrets issued by operators. It is independent of
   * the person who created it.
   * @summary Create a service account
   */
  @Post()
  @SuccessResponse(201, 'The service account')
  @Response<ProblemDetails>(409, 'The organization already has a service account with this name')
  public async createServiceAccount(@Body() body: ServiceAccountRequest): Promise<ServiceAccount> {
    const account = await addServiceAccount(this.context, body, this.doneBy);
    this.setStatus(201);
    return account;
  }

  /**
   * Takes effect from the next request on.
   * @summary Update a service account
   * @param id The service account's ID; GET /security/service-accounts lists them.
   */
  @Patch('{id}')
  @SuccessResponse(200, 'The updated service account')
  @Response<ProblemDetails>(404, 'The service account does not exist')
  @Response<ProblemDetails>(409, 'The organization already has a service account with this name')
  public changeServiceAccount(
    @Path() id: Uuid,
    @Body() body: ServiceAccountChange,
  ): Promise<ServiceAccount> {
    return changeServiceAccount(this.context, id, body, this.doneBy);
  }

  /**
   * Deletes a service account. Its secrets are rejected from the next request on.
   * @summary Delete a service account
   * @param id The service account's ID; GET /security/service-accounts lists them.
   */
  @Delete('{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ProblemDetails>(404, 'The service account does not exist')
  public async deleteServiceAccount(@Path() id: Uuid): Promise<void> {
    await deleteServiceAccount(this.context.db, id, this.doneBy);
  }

  /**
   * The value is returned only in this response. A service account can have at most ten.
   * @summary Issue a service account secret
   * @param id The service account's ID; GET /security/service-accounts lists them.
   */
  @Post('{id}/secrets')
  @Security('Credential', ['operator-in-person', 'no-secret'])
  @SuccessResponse(201, 'The new secret, shown only once')
  @Response<ProblemDetails>(404, 'The service account does not exist')
  public async issueServiceSecret(
    @Path() id: Uuid,
    @Body() body: ServiceSecretRequest,
  ): Promise<NewClientSecret> {
    this.setStatus(201);
    return issueServiceSecret(this.context, id, body.name, this.doneBy);
  }

  /**
   * Returns the secrets of a service account, oldest first, without their values.
   * @summary List service account secrets
   * @param id The service account's ID; GET /security/service-accounts lists them.
   */
  @Get('{id}/secrets')
  @SuccessResponse(200, 'The secrets')
  @Response<ProblemDetails>(404, 'The service account does not exist')
  public async listServiceSecrets(@Path() id: Uuid): Promise<ClientSecret[]> {
    await recordRead(this, 'all organizations');
    return listServiceSecrets(this.context.db, id);
  }

  /**
   * The secrets are rejected from the next request on. Having none is not an error.
   * @summary Revoke all service account secrets
   * @param id The service account's ID; GET /security/service-accounts lists them.
   */
  @Delete('{id}/secrets')
  @SuccessResponse(204, 'Revoked')
  @Response<ProblemDetails>(404, 'The service account does not exist')
  public async revokeServiceSecrets(@Path() id: Uuid): Promise<void> {
    await revokeServiceSecrets(this.context.db, id, null, this.doneBy);
  }

  /**
   * The secret is rejected from the next request on.
   * @summary Revoke a service account secret
   * @param id The service account's ID; GET /security/service-accounts lists them.
   * @param secretId The secret's ID; GET /security/service-accounts/{id}/secrets lists them.
   */
  @Delete('{id}/secrets/{secretId}')
  @SuccessResponse(204, 'Revoked')
  @Response<ProblemDetails>(
    404,
    'The service account does not exist, or it has no secret with this ID',
  )
  public async revokeServiceSecret(@Path() id: Uuid, @Path() secretId: Uuid): Promise<void> {
    await revokeServiceSecrets(this.context.db, id, secretId, this.doneBy);
  }
}
