import { plainAddress } from '@platform/http';
import {
  Body,
  Consumes,
  Get,
  Middlewares,
  Path,
  Post,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { documentedForm, documentedInput } from '../../http/documented-input';
import { OperationController } from '../../http/request-controller';
import type { ProblemDetails } from '../../http/wire-format';
import { findSubscription } from './unsubscribe';
import { PAGE_POLICY, unsubscribePage } from './unsubscribe-page';

const HTML = 'text/html';

/**
 * The form that email clients send (RFC 8058), urlencoded or multipart.
 * @example { "List-Unsubscribe": "One-Click" }
 */
interface UnsubscribeForm {
  /** Always `One-Click`. */
  'List-Unsubscribe': 'One-Click';
}

@Route('unsubscribe')
@Tags('Notices')
@Response<ProblemDetails>(404, 'The link is incomplete, or the subscription no longer exists')
export class UnsubscribeController extends OperationController {
  /**
   * Returns a page with a button; opening it has no effect. Requires only the link.
   * @summary Open an unsubscribe link
   * @param token The token in the email's link.
   * @maxLength token 200
   * @example token "AA1tPYxqOUw5ilx9PxwrmgENbT2MajlMOYpcfT8cK5oBXg0bJ3a8f2Pp8JbR1vKqk0mN5sT7uW9xYzA2B4cD6E"
   */
  @Get('{token}')
  @Middlewares(documentedInput)
  @SuccessResponse(200, 'A page with a button, or a confirmation if already unsubscribed', HTML)
  public async showUnsubscribe(@Path() token: string): Promise<string> {
    // Without effect, because email scanners follow links.
    return this.sendPage(token, { isEnding: false });
  }

  /**
   * Unsubscribes the recipient from the organization's reminders or from a schedule. Used by email clients (RFC 8058) and
   * the page's button. Requires only the link; calling it again has no effect.
   * @summary Unsubscribe
   * @param token The token in the email's link.
   * @maxLength token 200
   * @example token "AA1tPYxqOUw5ilx9PxwrmgENbT2MajlMOYpcfT8cK5oBXg0bJ3a8f2Pp8JbR1vKqk0mN5sT7uW9xYzA2B4cD6E"
   */
  @Post('{token}')
  @Consumes('application/x-www-form-urlencoded')
  @Middlewares(documentedForm)
  @SuccessResponse(200, 'A confirmation page', HTML)
  public async unsubscribe(@Path() token: string, @Body() _body: UnsubscribeForm): Promise<string> {
    return this.sendPage(token, { isEnding: true });
  }

  private async sendPage(token: string, { isEnding }: { isEnding: boolean }): Promise<never> {
    const address = plainAddress(this.request.ip);
    const subscription = await findSubscription(this.context, token, { isEnding, address });
    const headers = { 'Cache-Control': 'no-store', 'Content-Security-Policy': PAGE_POLICY };
    this.request.res!.set(headers).type(HTML).send(unsubscribePage(subscription));
    return this.sent;
  }
}
