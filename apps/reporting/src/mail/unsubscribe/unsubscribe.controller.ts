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
import { documentedInput, formInput } from '../../http/documented-input';
import type { ProblemDetails } from '../../http/problem-details';
import { RequestController } from '../../http/request-controller';
import { showSubscription, unsubscribe } from './unsubscribe';
import type { UnsubscribeForm } from './unsubscribe.dto';
import { PAGE_POLICY, unsubscribePage } from './unsubscribe-page';

const HTML = 'text/html';

@Route('unsubscribe')
@Tags('Notices')
@Response<ProblemDetails>(404, 'The link is not complete, or what it ends does not exist any more')
export class UnsubscribeController extends RequestController {
  /**
   * Open to everybody with the link. A page with a button: opening it changes nothing.
   * @summary Open the link of a mail
   * @param token From a mail's link.
   * @maxLength token 200
   * @example token "AA1tPYxqOUw5ilx9PxwrmgENbT2MajlMOYpcfT8cK5oBXg0bJ3a8f2Pp8JbR1vKqk0mN5sT7uW9xYzA2B4cD6E"
   */
  @Get('{token}')
  @Middlewares(...documentedInput)
  @SuccessResponse(200, 'A page with a button, or one that says that it is done', HTML)
  public async showUnsubscribe(@Path() token: string): Promise<string> {
    const { isEnded, ...names } = await showSubscription(this.context, token);
    return this.sendPage(unsubscribePage(names, isEnded));
  }

  /**
   * Open to everybody with the link, for mail programs (RFC 8058) and the page's button. It ends the recipient's
   * reminders of the organization, or the recipient's mails of one schedule, and can be repeated.
   * @summary Unsubscribe
   * @param token From a mail's link.
   * @maxLength token 200
   * @example token "AA1tPYxqOUw5ilx9PxwrmgENbT2MajlMOYpcfT8cK5oBXg0bJ3a8f2Pp8JbR1vKqk0mN5sT7uW9xYzA2B4cD6E"
   */
  @Post('{token}')
  @Consumes('application/x-www-form-urlencoded')
  @Middlewares(...formInput)
  @SuccessResponse(200, 'A page that says so', HTML)
  public async unsubscribe(@Path() token: string, @Body() _form: UnsubscribeForm): Promise<string> {
    const address = plainAddress(this.request.ip);
    return this.sendPage(unsubscribePage(await unsubscribe(this.context, token, address), true));
  }

  private sendPage(page: string): never {
    const headers = { 'Cache-Control': 'no-store', 'Content-Security-Policy': PAGE_POLICY };
    this.request.res!.set(headers).type(HTML).send(page);
    return this.sent;
  }
}
