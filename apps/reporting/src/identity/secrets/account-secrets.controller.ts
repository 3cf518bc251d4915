import { Delete, Get, Path, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { Audited } from '../../audit/audited-access';
import { RequestController } from '../../http/request-controller';
import type { ProblemDetails, Uuid } from '../../http/wire-format';
import { findAccountId } from '../accounts/accounts';
import { listClientSecrets, revokeClientSecret } from './client-secrets';
import { revokeSecrets } from './revoke-secrets';
import type { ClientSecret } from './secrets.dto';

@Route('security/accounts/{accountId}')
@Tags('Security')
@Response<ProblemDetails>(404, 'There is no such account')
export class AccountSecretsController extends RequestController {
  /**
   * Revokes the account's personal secret, which is rejected from the next request on. Having none is not an error.
   * @summary Revoke an account's secret
   * @param accountId The account's ID; GET /security/accounts lists them.
   */
  @Delete('client-secret')
  @Security('Credential', ['operator'])
  @SuccessResponse(204, 'Revoked')
  public async revokeSecret(@Path() accountId: Uuid): Promise<void> {
    await this.revokeSecrets(accountId, 'personal');
  }

  /**
   * Returns an account's client secrets, oldest first, without their values.
   * @summary List an account's client secrets
   * @param accountId The account's ID; GET /security/accounts lists them.
   */
  @Get('client-secrets')
  @Security('Credential', ['operator'])
  @SuccessResponse(200, 'The secrets')
  @Audited('all organizations')
  public async listAccountClientSecrets(@Path() accountId: Uuid): Promise<ClientSecret[]> {
    return listClientSecrets(this.context.db, await findAccountId(this.context.db, accountId));
  }

  /**
   * Revokes all client secrets of an account, which are rejected from the next request on. Having none is not an error.
   * @summary Revoke all client secrets of an account
   * @param accountId The account's ID; GET /security/accounts lists them.
   */
  @Delete('client-secrets')
  @Security('Credential', ['operator'])
  @SuccessResponse(204, 'Revoked')
  public async revokeAccountClientSecrets(@Path() accountId: Uuid): Promise<void> {
    await this.revokeSecrets(accountId, 'client');
  }

  /**
   * The secret is rejected from the next request on.
   * @summary Revoke a client secret of an account
   * @param accountId The account's ID; GET /security/accounts lists them.
   * @param id The secret's ID; GET /security/accounts/{accountId}/client-secrets lists them.
   */
  @Delete('client-secrets/{id}')
  @Security('Credential', ['operator'])
  @SuccessResponse(204, 'Revoked')
  @Response<ProblemDetails>(404, 'There is no such account, or it has no secret with this ID')
  public async revokeAccountClientSecret(@Path() accountId: Uuid, @Path() id: Uuid): Promise<void> {
    const secret = { accountId: await findAccountId(this.context.db, accountId), id };
    await revokeClientSecret(this.context.db, secret, this.doneBy);
  }

  private async revokeSecrets(uuid: Uuid, kind: 'personal' | 'client'): Promise<void> {
    const owner = { accountId: await findAccountId(this.context.db, uuid) };
    await revokeSecrets(this.context.db, [owner], { kind }, this.doneBy);
  }
}
