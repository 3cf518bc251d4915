import {
  Body,
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
import { createPasswordLink } from './password-links';
import { confirmPasswordReset, guardPasswordReset, requestPasswordReset } from './password-resets';
import type { PasswordByLink, PasswordLink, PasswordResetRequest } from './sign-in.dto';

@Route('auth/password-reset')
@Tags('Sign-in')
export class PasswordResetController extends RequestController {
  /**
   * By a link in a mail, if there is an enabled account of the address. The response does not reveal whether
   * there is one.
   * @summary Ask for a new password
   */
  @Post()
  @Middlewares(guardPasswordReset, ...documentedInput)
  @SuccessResponse(204, 'Asked')
  @Response<ProblemDetails>(409, 'No mail server is configured')
  @Response<ProblemDetails>(429, 'Too many were asked for, from the address or for the account')
  public async requestPasswordReset(@Body() body: PasswordResetRequest): Promise<void> {
    await requestPasswordReset(this.context, this.request, body.email);
  }

  /**
   * It ends every session of the account, and does not sign in. A link works once.
   * @summary Set a password by a link
   */
  @Post('confirm')
  @Middlewares(guardPasswordReset, ...documentedInput)
  @SuccessResponse(204, 'Set')
  @Response<ProblemDetails>(404, 'The link has expired, was used, or is not complete')
  @Response<ProblemDetails>(429, 'Too many links from the address did not work')
  public async confirmPasswordReset(@Body() body: PasswordByLink): Promise<void> {
    await confirmPasswordReset(this.context, this.request, body);
  }
}

@Route('security/accounts/{accountId}/password-link')
@Tags('Security')
@Middlewares(...documentedInput)
@Response<ProblemDetails>(404, 'There is no such account')
export class PasswordLinkController extends RequestController {
  /**
   * To hand over, where no mail server is configured. Only this response contains it. It works once: for seven days where
   * the account has no password, else for an hour.
   * @summary Make a link to set a password
   * @param accountId The account; GET /security/accounts has all.
   */
  @Post()
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(201, 'The link')
  @Response<ProblemDetails>(409, 'The account has no e-mail')
  public async createPasswordLink(@Path() accountId: Uuid): Promise<PasswordLink> {
    this.setStatus(201);
    return createPasswordLink(this.context, this.request, accountId, this.doneBy);
  }
}
