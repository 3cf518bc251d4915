import {
  Delete,
  Get,
  Middlewares,
  Post,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { documentedInput } from '../../http/documented-input';
import type { ProblemDetails } from '../../http/problem-details';
import { RequestController } from '../../http/request-controller';
import { formatTimestamp } from '../../http/times';
import { requireEmail } from '../accounts/accounts';
import {
  describePersonalSecret,
  issuePersonalSecret,
  revokePersonalSecret,
} from './personal-secrets';
import type { NewPersonalSecret, SecretStatus } from './secrets.dto';

@Route('me/client-secret')
@Tags('Secrets')
@Middlewares(...documentedInput)
export class PersonalSecretController extends RequestController {
  /**
   * Whether the account has a personal secret, since when, for which organization, and what it may do there.
   * @summary Get the personal secret
   */
  @Get()
  @Security('Credential', ['account'])
  @SuccessResponse(200, 'What is known of it')
  public getPersonalSecret(): Promise<SecretStatus> {
    const { account, caller } = this;
    return describePersonalSecret(this.context.db, account, caller.organization?.id ?? null);
  }

  /**
   * The value is in this answer and nowhere else. It replaces the one before, which stops on its next
   * call. It carries the organization of this call: a session names one in X-Company.
   * @summary Generate the personal secret
   */
  @Post()
  @Security('Credential', ['account', 'api-access', 'organization', 'no-secret'])
  @SuccessResponse(201, 'The new secret, this once')
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
   * It is refused from the next call on. There need not be one.
   * @summary Revoke the personal secret
   */
  @Delete()
  @Security('Credential', ['account', 'no-secret'])
  @SuccessResponse(204, 'There is none any more')
  public async revokePersonalSecret(): Promise<void> {
    await revokePersonalSecret(this.context.db, { ...this.doneBy, accountId: this.account.id });
  }
}
