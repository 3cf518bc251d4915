import {
  Body,
  Header,
  Middlewares,
  Post,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { AnswerHeaders, ChallengeHeaders, Refusal, RetryHeaders } from '../answers.dto';
import { documentedInput } from '../input';
import type { OrganizationHandle } from '../organization.dto';
import { RequestController } from '../tsoa/request-controller';
import { changePassword } from './change-password';
import type { PasswordChange } from './sign-in.dto';

@Route('me/password')
@Tags('Sign-in')
@Middlewares(...documentedInput)
@Response<Refusal, AnswerHeaders>(400, 'The new password will not do; detail says why')
@Response<Refusal, ChallengeHeaders>(401, 'There is no session, or the current password is wrong')
@Response<Refusal, AnswerHeaders>(403, 'The page or the organization is not allowed')
@Response<Refusal, AnswerHeaders>(413, 'The body is above 1 MiB')
@Response<Refusal, RetryHeaders>(429, 'Too many requests')
@Response<Refusal, AnswerHeaders>(500, 'An internal error; detail names the request')
@Response<Refusal, RetryHeaders>(503, 'The database is out of reach, or too many sign-ins wait')
export class PasswordController extends RequestController {
  /**
   * Every other session of the account ends; this one goes on.
   * @summary Change the password
   */
  @Post()
  @Security('Credential', ['session'])
  @SuccessResponse<AnswerHeaders>(204, 'Changed')
  public async changePassword(
    @Body() body: PasswordChange,
    @Header('X-Company') _company?: OrganizationHandle,
  ): Promise<void> {
    const { address } = this.actor;
    await changePassword(this.context, this.person, { ...body, address });
  }
}
