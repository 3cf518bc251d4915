import { Delete, Get, Post, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { RequestController } from '../../http/request-controller';
import { formatTimestamp } from '../../http/times';
import type { ProblemDetails } from '../../http/wire-format';
import { requireEmail } from '../accounts/accounts';
import { describePersonalSecret, issuePersonalSecret } from './personal-secrets';
import { revokeSecrets } from './revoke-secrets';
import type { NewPersonalSecret, SecretStatus } from './secrets.dto';

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
