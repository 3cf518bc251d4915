import { Body, Middlewares, Post, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import { RequestController } from '../../controller';
import { documentedInput } from '../../input';
import type { ProblemDetails } from '../../wire-format';
import { clientAddress } from '../audit/client-address';
import { guardSignIn } from './guard-sign-in';
import { SESSION_COOKIE, SESSION_SECONDS, sessionCookieOptions } from './session-cookie';
import { signIn } from './sign-in';
import type { SessionHeaders, SignInRequest } from './sign-in.dto';

@Route('auth/login')
@Tags('Sign-in')
@Middlewares(guardSignIn, ...documentedInput)
@Response<ProblemDetails>(401, 'The e-mail address or the password is not right')
@Response<ProblemDetails>(429, 'Too many sign-ins of the address or the account')
export class SignInController extends RequestController {
  /**
   * The session is a cookie of 8 hours, never extended. Whether an account exists is not told.
   * @summary Sign in with e-mail and password
   */
  @Post()
  @SuccessResponse<SessionHeaders>(204, 'Signed in')
  public async signIn(@Body() body: SignInRequest): Promise<void> {
    const { email, password, company = null } = body;
    const address = clientAddress(this.request);
    const token = await signIn(this.context, { email, password, company, address });
    this.request.res!.cookie(SESSION_COOKIE, token, {
      ...sessionCookieOptions(this.context.config),
      maxAge: SESSION_SECONDS * 1_000,
    });
  }
}
