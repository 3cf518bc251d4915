import { transaction } from '@platform/db';
import {
  Body,
  Get,
  Middlewares,
  Path,
  Post,
  Put,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { documentedInput } from '../../http/documented-input';
import { OperationController, RequestController } from '../../http/request-controller';
import type { ProblemDetails, Uuid } from '../../http/wire-format';
import { changeAccount } from '../accounts/accounts';
import { describeSession } from './current-session';
import {
  confirmPasswordReset,
  createPasswordLink,
  guardPasswordReset,
  requestPasswordReset,
} from './password-links';
import { changePassword } from './passwords';
import { clearSessionCookie, endSession } from './sessions';
import { guardSignIn, signIn } from './sign-in';
import type {
  CurrentSession,
  LanguageChange,
  PasswordByLink,
  PasswordChange,
  PasswordLink,
  PasswordResetRequest,
  SessionHeaders,
  SignInMethods,
  SignInRequest,
} from './sign-in.dto';
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
  @Security('Credential', ['account', 'session'])
  @SuccessResponse(204, 'Changed')
  public async changePassword(@Body() body: PasswordChange): Promise<void> {
    const { address } = this.doneBy;
    const claim = { ...knownClaim(this.account.id, this.request.ip), signal: this.signal };
    await changePassword(this.context, this.person, body, { address, claim });
  }
}

@Route('auth/password-reset')
@Tags('Sign-in')
export class PasswordResetController extends OperationController {
  /**
   * Sends a link by email if there is an enabled account with this address. The response does not reveal whether there
   * is one.
   * @summary Request a password reset
   */
  @Post()
  @Middlewares(guardPasswordReset, documentedInput)
  @SuccessResponse(204, 'Requested')
  @Response<ProblemDetails>(409, 'No mail server is configured')
  @Response<ProblemDetails>(429, 'Too many requests from the address or for the account')
  public async requestPasswordReset(@Body() body: PasswordResetRequest): Promise<void> {
    await requestPasswordReset(this.context, this.request, body.email);
  }

  /**
   * Sets a password and ends all sessions of the account, without signing in. A link can be used once.
   * @summary Set a password with a link
   */
  @Post('confirm')
  @Middlewares(guardPasswordReset, documentedInput)
  @SuccessResponse(204, 'Set')
  @Response<ProblemDetails>(404, 'The link has expired, was already used, or is incomplete')
  @Response<ProblemDetails>(429, 'Too many invalid links from the address')
  public async confirmPasswordReset(@Body() body: PasswordByLink): Promise<void> {
    await confirmPasswordReset(this.context, this.request, body);
  }
}

@Route('security/accounts/{accountId}/password-link')
@Tags('Security')
@Response<ProblemDetails>(404, 'The account does not exist')
export class PasswordLinkController extends RequestController {
  /**
   * Creates a link to pass on, for example if no mail server is configured. It is returned only in this response, can be
   * used once, and is valid for seven days if the account has no password, or else for an hour.
   * @summary Create a password link
   * @param accountId The account's ID; GET /security/accounts lists them.
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

@Route('auth')
@Tags('Sign-in')
export class SignInController extends OperationController {
  /**
   * Returns the sign-in methods that a sign-in page can offer. Requires no authentication.
   * @summary List sign-in methods
   */
  @Get('methods')
  @Middlewares(documentedInput)
  @SuccessResponse(200, 'The sign-in methods')
  public getSignInMethods(): SignInMethods {
    return { password: true, singleSignOn: this.context.identityProvider !== null };
  }

  /**
   * Sets a session cookie that is valid for 8 hours and is not extended. The response does not reveal whether an account
   * exists.
   * @summary Sign in with e-mail and password
   */
  @Post('login')
  @Middlewares(guardSignIn, documentedInput)
  @SuccessResponse<SessionHeaders>(204, 'Signed in')
  @Response<ProblemDetails>(401, 'The e-mail address or the password is incorrect')
  @Response<ProblemDetails>(
    429,
    'Too many failed sign-ins from the address or browser or to the account, or too many sign-ins to the account',
  )
  public async signIn(@Body() body: SignInRequest): Promise<void> {
    await signIn(this.context, this.request, body);
  }

  /**
   * Ends the session immediately, including for copies of its cookie.
   * @summary Sign out
   */
  @Post('logout')
  @Security('Credential', ['session'])
  @Middlewares(documentedInput)
  @SuccessResponse<SessionHeaders>(204, 'Signed out')
  public async signOut(): Promise<void> {
    const { context, request, doneBy, person } = this;
    await endSession(context.db, { session: person.sessionId!, address: doneBy.address });
    clearSessionCookie(request.res!, context.config);
  }

  /**
   * Returns the account, its rights, and the organizations that it may specify in X-Company.
   * @summary Get the session
   */
  @Get('session')
  @Security('Credential', ['session'])
  @Middlewares(documentedInput)
  @SuccessResponse(200, 'The session')
  public getSession(): Promise<CurrentSession> {
    return describeSession(this.context, this.person);
  }
}

@Route('me/language')
@Tags('Sign-in')
export class LanguageController extends RequestController {
  /**
   * Changes the language of the account: of the console, and of emails from the next on.
   * @summary Change the language
   */
  @Put()
  @Security('Credential', ['account', 'session'])
  @SuccessResponse(204, 'Changed')
  public async changeLanguage(@Body() body: LanguageChange): Promise<void> {
    const { account, doneBy } = this;
    await transaction(this.context.db, tx => changeAccount(tx, account.id, body, doneBy));
  }
}
