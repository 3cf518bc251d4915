import { invalidFields } from '@platform/http';
import { readInstant } from '@platform/http/field-values';
import {
  Body,
  Delete,
  Get,
  Middlewares,
  Path,
  Post,
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
import { formatTimestamp, formatTimestampOrNull } from '../../http/times';
import { requireEmail } from '../accounts/accounts';
import { issueClientSecret, listClientSecrets, revokeClientSecret } from './client-secrets';
import type { ClientSecret, ClientSecretRequest, NewClientSecret } from './secrets.dto';

@Route('me/client-secrets')
@Tags('Secrets')
@Middlewares(...documentedInput)
export class ClientSecretsController extends RequestController {
  /**
   * Those of the account, oldest first; at most ten, and never their values.
   * @summary List the client secrets
   */
  @Get()
  @Security('Credential', ['account'])
  @SuccessResponse(200, 'The secrets')
  public listClientSecrets(): Promise<ClientSecret[]> {
    return listClientSecrets(this.context.db, this.account.id);
  }

  /**
   * The value is in this answer and nowhere else. It carries the organization of this call: a session
   * names one in X-Company. An account has at most ten.
   * @summary Generate a client secret
   */
  @Post()
  @Security('Credential', ['account', 'api-access', 'organization', 'no-secret'])
  @SuccessResponse(201, 'The new secret, this once')
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
    return {
      id,
      name,
      secret,
      prefix,
      generatedAt: formatTimestamp(generatedAt),
      expiresAt: formatTimestampOrNull(expiresAt),
    };
  }

  /**
   * It is refused from the next call on.
   * @summary Revoke a client secret
   * @param id The secret; GET /me/client-secrets has all.
   */
  @Delete('{id}')
  @Security('Credential', ['account', 'no-secret'])
  @SuccessResponse(204, 'Revoked')
  @Response<ProblemDetails>(404, 'The account has none of this id')
  public async revokeClientSecret(@Path() id: Uuid): Promise<void> {
    await revokeClientSecret(this.context.db, { ...this.doneBy, accountId: this.account.id, id });
  }
}
