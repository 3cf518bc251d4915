import {
  Get,
  Header,
  Middlewares,
  Post,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { RequestController } from '../../controller';
import { documentedInput } from '../../input';
import type { OrganizationHandle } from '../../wire-format';
import { describeSession, endSession } from './session';
import { SESSION_COOKIE, sessionCookieOptions } from './session-cookie';
import type { CurrentSession, SessionHeaders, SignInMethods } from './sign-in.dto';

@Route('auth')
@Tags('Sign-in')
@Middlewares(...documentedInput)
export class SessionController extends RequestController {
  /**
   * Open to everybody: what a sign-in page offers.
   * @summary List the ways to sign in
   */
  @Get('methods')
  @SuccessResponse(200, 'The ways to sign in')
  public getSignInMethods(): SignInMethods {
    return { password: true, singleSignOn: this.context.identityProvider !== null };
  }

  /**
   * The session ends at once, wherever its cookie was copied to.
   * @summary Sign out
   */
  @Post('logout')
  @Security('Credential', ['session'])
  @SuccessResponse<SessionHeaders>(204, 'Signed out')
  public async signOut(@Header('X-Company') _company?: OrganizationHandle): Promise<void> {
    const { address } = this.actor;
    await endSession(this.context.db, { session: this.person.sessionId!, address });
    this.request.res!.clearCookie(SESSION_COOKIE, sessionCookieOptions(this.context.config));
  }

  /**
   * The account, the organizations that it may name in X-Company, and what it may do.
   * @summary Look at the session
   */
  @Get('session')
  @Security('Credential', ['session'])
  @SuccessResponse(200, 'Who is signed in')
  public getSession(@Header('X-Company') _company?: OrganizationHandle): Promise<CurrentSession> {
    return describeSession(this.context.db, this.person);
  }
}
