import { transaction } from '@platform/db';
import {
  Body,
  Get,
  Middlewares,
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
import type { ProblemDetails } from '../../http/wire-format';
import { changeAccount } from '../accounts/accounts';
import { describeSession } from './current-session';
import { clearSessionCookie, endSession } from './sessions';
import { guardSignIn, signIn } from './sign-in';
import type {
  CurrentSession,
  LanguageChange,
  SessionHeaders,
  SignInMethods,
  SignInRequest,
} from './sign-in.dto';

@Route('auth')
@Tags('Sign-in')
export class SignInController extends OperationController {
  /**
   * Returns the sign-in methods that a sign-in page can offer. Requires no authentication.
   * @summary List sign-in methods
   */
  @Get('methods')
  @Middlewares(...documentedInput)
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
  @Middlewares(guardSignIn, ...documentedInput)
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
  @Middlewares(...documentedInput)
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
  @Middlewares(...documentedInput)
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
  @Security('Credential', ['session'])
  @SuccessResponse(204, 'Changed')
  public async changeLanguage(@Body() body: LanguageChange): Promise<void> {
    const { account, doneBy } = this;
    await transaction(this.context.db, tx => changeAccount(tx, account.id, body, doneBy));
  }
}
