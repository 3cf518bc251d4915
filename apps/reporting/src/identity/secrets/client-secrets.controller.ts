import { invalidFields } from '@platform/http';
import { readInstant } from '@platform/http/field-values';
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
import { RequestController } from '../../http/request-controller';
import { formatTimes } from '../../http/times';
import type { ProblemDetails, Uuid } from '../../http/wire-format';
import { requireEmail } from '../accounts/accounts';
import { issueClientSecret, listClientSecrets, revokeClientSecret } from './client-secrets';
import type { ClientSecret, ClientSecretRequest, NewClientSecret } from './secrets.dto';

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
    const { name, expiresAt: asked = null } = body;
    const expiresAt = asked === null ? null : readInstant('expiresAt', asked);
    if (expiresAt !== null && expiresAt <= this.context.clock()) {
      throw invalidFields([{ field: 'expiresAt', message: 'must be in the future' }]);
    }
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
