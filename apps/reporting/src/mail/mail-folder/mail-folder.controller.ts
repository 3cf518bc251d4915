import { Get, Path, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { Audited } from '../../audit/audited-access';
import { RequestController } from '../../http/request-controller';
import type { ProblemDetails, Uuid } from '../../http/wire-format';
import { listOutbox, readOutboxHtml, readOutboxMail } from './mail-folder';
import type { Outbox, OutboxMailContent } from './mail-folder.dto';

const HTML = 'text/html';

/** An email cannot run or load anything; the console displays it in a frame. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'sandbox',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join(';');

/** Emails contain password links, so only operators in person can read them. */
@Route('notification/outbox')
@Tags('Notices')
@Response<ProblemDetails>(404, 'SMTP_URL is a mail server, or there is no such email')
export class MailFolderController extends RequestController {
  /**
   * If SMTP_URL is a folder, as in demos, returns the latest emails in it, from all organizations.
   * @summary List emails in the outbox folder
   */
  @Get()
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The latest emails')
  @Audited('all organizations')
  public async listOutbox(): Promise<Outbox> {
    return listOutbox(this.context.config);
  }

  /**
   * Returns an email with its plain text.
   * @summary Get an email in the outbox folder
   * @param id The email's ID; GET /notification/outbox lists them.
   */
  @Get('{id}')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The email')
  @Audited('all organizations')
  public async getOutboxMail(@Path() id: Uuid): Promise<OutboxMailContent> {
    return readOutboxMail(this.context.config, id);
  }

  /**
   * Returns the email's HTML, as displayed by email clients.
   * @summary Get the HTML of an email in the outbox folder
   * @param id The email's ID; GET /notification/outbox lists them.
   */
  @Get('{id}/html')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The email', HTML)
  @Audited('all organizations')
  public async getOutboxHtml(@Path() id: Uuid): Promise<string> {
    const page = await readOutboxHtml(this.context.config, id);
    const headers = { 'Cache-Control': 'no-store', 'Content-Security-Policy': MAIL_POLICY };
    this.request.res!.set(headers).type(HTML).send(page);
    return this.sent;
  }
}
