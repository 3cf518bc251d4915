import {
  Get,
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
import { describeSession, endSession } from './session';
import { SESSION_COOKIE, sessionCookieOptions } from './session-cookie';
import type { CurrentSession, SessionHeaders } from './sign-in.dto';

@Route('auth')
@Tags('Sign-in')
@Middlewares(...documentedInput)
@Response<Refusal, AnswerHeaders>(400, 'The request or its organization is not right')
@Response<Refusal, ChallengeHeaders>(401, 'There is no session, or it has ended')
@Response<Refusal, AnswerHeaders>(403, 'The page or the organization is not allowed')
@Response<Refusal, RetryHeaders>(429, 'Too many requests')
@Response<Refusal, AnswerHeaders>(500, 'An internal error; detail names the request')
@Response<Refusal, RetryHeaders>(503, 'The database is out of reach')
export class SessionController extends RequestController {
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
  @SuccessResponse<AnswerHeaders>(200, 'Who is signed in')
  public getSession(@Header('X-Company') _company?: OrganizationHandle): Promise<CurrentSession> {
    return describeSession(this.context.db, this.person);
  }
}
