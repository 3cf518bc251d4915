import { Get, Middlewares, Query, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import { documentedInput } from '../../http/documented-input';
import type { OrganizationHandle } from '../../http/identifiers';
import type { ProblemDetails } from '../../http/problem-details';
import { RequestController } from '../../http/request-controller';
import { setSessionCookie } from '../sign-in/sessions';
import { beginSso, finishSso, guardSso } from './single-sign-on';
import type { RedirectHeaders, SignedInHeaders } from './sso.dto';

@Route('auth/sso')
@Tags('Sign-in')
@Response<ProblemDetails>(404, 'Single sign-on is not configured')
@Response<ProblemDetails>(429, 'Too many sign-ins of the address')
@Response<ProblemDetails>(503, 'The provider or the database is unreachable')
export class SsoController extends RequestController {
  /**
   * For a browser to open. It leads to the provider, and from there back, signed in, to `returnTo`.
   * @summary Sign in by single sign-on
   * @param returnTo A path of this host to go to when signed in.
   * @maxLength returnTo 2000
   * @param company The handle of the organization to sign in to. Calls of the session that send no X-Company are about it.
   */
  @Get('login')
  @Middlewares(guardSso, ...documentedInput)
  @SuccessResponse<RedirectHeaders>(302, 'To the provider')
  public async beginSso(
    @Query() returnTo = '/',
    @Query() company?: OrganizationHandle,
  ): Promise<void> {
    const url = await beginSso(this.context, this.request, { returnTo, company: company ?? null });
    this.redirect(url);
  }

  /**
   * Where the provider sends the browser back to. It sets the session's cookie.
   * @summary Return from the provider
   */
  @Get('callback')
  @Middlewares(guardSso)
  @SuccessResponse<SignedInHeaders>(302, 'Signed in; to where the sign-in began')
  @Response<ProblemDetails>(401, 'The provider confirms no account')
  @Response<ProblemDetails>(403, 'The account has no access to the organization')
  public async finishSso(): Promise<void> {
    const { token, returnTo } = await finishSso(this.context, this.request);
    setSessionCookie(this.request.res!, this.context.config, token);
    this.redirect(returnTo);
  }

  private redirect(url: string): void {
    this.setStatus(302);
    this.setHeader('Location', url);
  }
}
