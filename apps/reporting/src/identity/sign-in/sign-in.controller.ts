import {
  Body,
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
import { clearSessionCookie, describeSession, endSession } from './sessions';
import { guardSignIn, signIn } from './sign-in';
import type { CurrentSession, SessionHeaders, SignInMethods, SignInRequest } from './sign-in.dto';

@Route('auth')
@Tags('Sign-in')
export class SignInController extends RequestController {
  /**
   * Open to everybody: what a sign-in page offers.
   * @summary List the ways to sign in
   */
  @Get('methods')
  @Middlewares(...documentedInput)
  @SuccessResponse(200, 'The ways to sign in')
  public getSignInMethods(): SignInMethods {
    return { password: true, singleSignOn: this.context.identityProvider !== null };
  }

  /**
   * The session is a cookie of 8 hours, never extended. The response does not reveal whether
   * an account exists.
   * @summary Sign in with e-mail and password
   */
  @Post('login')
  @Middlewares(guardSignIn, ...documentedInput)
  @SuccessResponse<SessionHeaders>(204, 'Signed in')
  @Response<ProblemDetails>(401, 'The e-mail address or the password is incorrect')
  @Response<ProblemDetails>(
    429,
    'Too many sign-ins of the address, the account or the browser failed, or the account signed in too often',
  )
  public async signIn(@Body() body: SignInRequest): Promise<void> {
    await signIn(this.context, this.request, body);
  }

  /**
   * The session ends at once, wherever its cookie was copied to.
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
   * The account, the organizations that it may name in X-Company, and what it may do.
   * @summary Get the session
   */
  @Get('session')
  @Security('Credential', ['session'])
  @Middlewares(...documentedInput)
  @SuccessResponse(200, 'Who is signed in')
  public getSession(): Promise<CurrentSession> {
    return describeSession(this.context, this.person);
  }
}
