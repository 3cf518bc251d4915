import { Body, Post, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { RequestController } from '../../http/request-controller';
import type { ProblemDetails } from '../../http/wire-format';
import { changePassword } from './passwords';
import type { PasswordChange } from './sign-in.dto';
import { knownClaim } from './sign-in-attempts';

@Route('me/password')
@Tags('Sign-in')
@Response<ProblemDetails>(400, 'The new password is not acceptable; detail says why')
@Response<ProblemDetails>(401, 'There is no session, or the current password is incorrect')
export class PasswordController extends RequestController {
  /**
   * Changes the password and ends all other sessions of the account.
   * @summary Change the password
   */
  @Post()
  @Security('Credential', ['session'])
  @SuccessResponse(204, 'Changed')
  public async changePassword(@Body() body: PasswordChange): Promise<void> {
    const { address } = this.doneBy;
    const claim = { ...knownClaim(this.account.id, this.request.ip), signal: this.signal };
    await changePassword(this.context, this.person, body, { address, claim });
  }
}
