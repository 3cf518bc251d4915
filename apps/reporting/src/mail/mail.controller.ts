import { Post, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { RequestController } from '../http/request-controller';
import type { ProblemDetails } from '../http/wire-format';
import { sendTestMail } from './test-mail';

@Route('notification')
@Tags('Notices')
export class MailController extends RequestController {
  /**
   * Sends a test email to the caller's own address within seconds.
   * @summary Send a test email
   */
  @Post('test')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(202, 'The email will be sent')
  @Response<ProblemDetails>(409, 'No mail server is configured, or the caller has no e-mail')
  public async sendTestMail(): Promise<void> {
    await sendTestMail(this.context, this.account);
    this.setStatus(202);
  }
}
