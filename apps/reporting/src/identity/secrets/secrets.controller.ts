import { readExpiry } from '@platform/http/field-values';
import {
  Body,
  Delete,
  Get,
  Path,
  Post,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { recordRead } from '../../audit/audited-access';
import { RequestController } from '../../http/request-controller';
import { formatTimes, formatTimestamp } from '../../http/times';
import type { ProblemDetails, Uuid } from '../../http/wire-format';
import { findAccountId, requireEmail } from '../accounts/accounts';
import { revokeSecrets } from './revoke-secrets';
import {
  describePersonalSecret,
  issueClientSecret,
  issuePersonalSecret,
  listClientSecrets,
  revokeClientSecret,
} from './secrets';
import type {
  ClientSecret,
  ClientSecretRequest,
  NewClientSecret,
  NewPersonalSecret,
  SecretStatus,
} from './secrets.dto';

@Route('me/client-secret')
@Tags('Secrets')
export class PersonalSecretController extends RequestController {
  /**
   * Returns whether the account has a personal secret, when it was generated, its organization and its rights there.
   * @summary Get the personal secret
   */
  @Get()
  @Security('Credential', ['account'])
  @SuccessResponse(200, 'The status of the secret')
  public getPersonalSecret(): Promise<SecretStatus> {
    const { account, caller } = this;
    return describePersonalSecret(this.context.db, account, caller.organization?.id ?? null);
  }

  /**
   * The value is returned only in this response. The new secret replaces the previous one, which is rejected from its next
   * request on. It is bound to the organization of the request, which a session specifies in X-Company.
   * @summary Generate the personal secret
   */
  @Post()
  @Security('Credential', ['account', 'api-access', 'organization', 'no-secret'])
  @SuccessResponse(201, 'The new secret, shown only once')
  @Response<ProblemDetails>(409, 'The account has no e-mail')
  public async generatePersonalSecret(): Promise<NewPersonalSecret> {
    requireEmail(this.account);
    const { secret, prefix, generatedAt } = await issuePersonalSecret(this.context.db, {
      ...this.doneBy,
      accountId: this.account.id,
      companyId: this.organization.id,
      environment: this.context.config.environment,
    });
    return { secret, prefix, generatedAt: formatTimestamp(generatedAt) };
  }

  /**
   * The secret is rejected from the next request on. Having none is not an error.
   * @summary Revoke the personal secret
   */
  @Delete()
  @Security('Credential', ['account', 'no-secret'])
  @SuccessResponse(204, 'Revoked')
  public async revokePersonalSecret(): Promise<void> {
    const owner = { accountId: this.account.id };
    await revokeSecrets(this.context.db, [owner], { kind: 'personal' }, this.doneBy);
  }
}

@Route('me/client-secrets')
@Tags('Secrets')
export class ClientSecretsController extends RequestController {
  /**
   * Returns the account's client secrets, oldest first (at most ten). Secret values are never returned.
   * @summary List client secrets
   */
  @Get()
  @Security('Credential', ['account'])
  @SuccessResponse(200, 'The secrets')
  public listClientSecrets(): Promise<ClientSecret[]> {
    return listClientSecrets(this.context.db, this.account.id);
  }

  /**
   * The value is returned only in this response. The secret is bound to the organization of the request, which a session
   * specifies in X-Company. An account can have at most ten.
   * @summary Generate a client secret
   */
  @Post()
  @Security('Credential', ['account', 'api-access', 'organization', 'no-secret'])
  @SuccessResponse(201, 'The new secret, shown only once')
  @Response<ProblemDetails>(409, 'The account has no e-mail')
  public async generateClientSecret(@Body() body: ClientSecretRequest): Promise<NewClientSecret> {
    requireEmail(this.account);
    const { name } = body;
    const expiresAt = readExpiry('expiresAt', body.expiresAt ?? null, this.context.clock());
    const { id, secret, prefix, generatedAt } = await issueClientSecret(this.context.db, {
      ...this.doneBy,
      accountId: this.account.id,
      companyId: this.organization.id,
      environment: this.context.config.environment,
      name,
      expiresAt,
    });
    return formatTimes({ id, name, secret, prefix, generatedAt, expiresAt });
  }

  /**
   * The secret is rejected from the next request on.
   * @summary Revoke a client secret
   * @param id The secret's ID; GET /me/client-secrets lists them.
   */
  @Delete('{id}')
  @Security('Credential', ['account', 'no-secret'])
  @SuccessResponse(204, 'Revoked')
  @Response<ProblemDetails>(404, 'The account has no secret with this ID')
  public async revokeClientSecret(@Path() id: Uuid): Promise<void> {
    const secret = { accountId: this.account.id, id };
    await revokeClientSecret(this.context.db, secret, this.doneBy);
  }
}

@Route('security/accounts/{accountId}')
@Tags('Security')
@Security('Credential', ['operator'])
@Response<ProblemDetails>(404, 'The account does not exist')
export class AccountSecretsController extends RequestController {
  /**
   * Revokes the account's personal secret, which is rejected from the next request on. Having none is not an error.
   * @summary Revoke an account's secret
   * @param accountId The account's ID; GET /security/accounts lists them.
   */
  @Delete('client-secret')
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
  @SuccessResponse(200, 'The secrets')
  public async listAccountClientSecrets(@Path() accountId: Uuid): Promise<ClientSecret[]> {
    await recordRead(this, 'all organizations');
    return listClientSecrets(this.context.db, await findAccountId(this.context.db, accountId));
  }

  /**
   * Revokes all client secrets of an account, which are rejected from the next request on. Having none is not an error.
   * @summary Revoke all client secrets of an account
   * @param accountId The account's ID; GET /security/accounts lists them.
   */
  @Delete('client-secrets')
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
  @SuccessResponse(204, 'Revoked')
  @Response<ProblemDetails>(404, 'The account does not exist, or it has no secret with this ID')
  public async revokeAccountClientSecret(@Path() accountId: Uuid, @Path() id: Uuid): Promise<void> {
    const secret = { accountId: await findAccountId(this.context.db, accountId), id };
    await revokeClientSecret(this.context.db, secret, this.doneBy);
  }

  private async revokeSecrets(uuid: Uuid, kind: 'personal' | 'client'): Promise<void> {
    const owner = { accountId: await findAccountId(this.context.db, uuid) };
    await revokeSecrets(this.context.db, [owner], { kind }, this.doneBy);
  }
}
