import { externalPath } from '@platform/http';
import { Get, Middlewares, Query, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import { documentedInput } from '../../http/documented-input';
import { OperationController } from '../../http/request-controller';
import type { OrganizationHandle, ProblemDetails } from '../../http/wire-format';
import { setSessionCookie } from '../sign-in/sessions';
import { beginSso, finishSso, guardSso } from './single-sign-on';

interface RedirectHeaders {
  /** The redirect target. */
  Location: string;
  /** The checks for the sign-on, valid for ten minutes; HttpOnly and Secure. */
  'Set-Cookie': string;
}

interface SignedInHeaders {
  /** The redirect target. */
  Location: string;
  /** The session, valid for 8 hours; HttpOnly and Secure. */
  'Set-Cookie': string;
}

@Route('auth/sso')
@Tags('Sign-in')
@Response<ProblemDetails>(404, 'Single sign-on is not configured')
@Response<ProblemDetails>(429, 'Too many failed sign-ins from the address')
@Response<ProblemDetails>(503, 'The provider or the database is unreachable')
export class SsoController extends OperationController {
  /**
   * Redirects a browser to the provider and, after signing in, back to `returnTo`.
   * @summary Sign in with single sign-on
   * @param returnTo The path on this host to open after signing in. Defaults to the root of this service.
   * @maxLength returnTo 2000
   * @param company The handle of the organization, which is the default for requests of the session without X-Company.
   */
  @Get('login')
  @Middlewares(guardSso, documentedInput)
  @SuccessResponse<RedirectHeaders>(302, 'Redirects to the provider')
  public async beginSso(
    @Query() returnTo?: string,
    @Query() company?: OrganizationHandle,
  ): Promise<void> {
    const { context, request } = this;
    const url = await beginSso(context, request, {
      returnTo: returnTo ?? externalPath(request, '/'),
      company: company ?? null,
    });
    this.redirect(url);
  }

  /**
   * The provider's redirect URI. Sets the session cookie.
   * @summary Complete single sign-on
   */
  @Get('callback')
  @Middlewares(guardSso)
  @SuccessResponse<SignedInHeaders>(302, 'Signed in; redirects to returnTo')
  @Response<ProblemDetails>(401, 'The provider did not confirm an account')
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
