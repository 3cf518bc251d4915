import {
  Get,
  Middlewares,
  Path,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { Audited } from '../../audit/audited-access';
import { documentedInput } from '../../http/documented-input';
import type { Uuid } from '../../http/identifiers';
import type { ProblemDetails } from '../../http/problem-details';
import { RequestController } from '../../http/request-controller';
import { listOutbox, readOutboxHtml, readOutboxMail } from './outbox';
import type { Outbox, OutboxMailContent } from './outbox.dto';

const HTML = 'text/html';

/** A mail runs nothing and loads nothing; the console shows it in a frame. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'sandbox',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join(';');

/** Mails hold links that set passwords: for operators in person. */
@Route('notification/outbox')
@Tags('Notices')
@Middlewares(...documentedInput)
@Response<ProblemDetails>(404, 'SMTP_URL names a mail server, or there is no such mail')
export class OutboxController extends RequestController {
  /**
   * Where SMTP_URL is a folder, as of a demonstration: the latest mails in it, of all organizations.
   * @summary List the mails of the outbox folder
   */
  @Get()
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The latest mails')
  @Audited('all organizations')
  public async listOutbox(): Promise<Outbox> {
    return listOutbox(this.context.config);
  }

  /**
   * With its plain text.
   * @summary Read a mail of the outbox folder
   * @param id The mail; GET /notification/outbox has all.
   */
  @Get('{id}')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The mail')
  @Audited('all organizations')
  public async getOutboxMail(@Path() id: Uuid): Promise<OutboxMailContent> {
    return readOutboxMail(this.context.config, id);
  }

  /**
   * As mail programs show it.
   * @summary Read the HTML of a mail of the outbox folder
   * @param id The mail; GET /notification/outbox has all.
   */
  @Get('{id}/html')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The mail', HTML)
  @Audited('all organizations')
  public async getOutboxHtml(@Path() id: Uuid): Promise<string> {
    const page = await readOutboxHtml(this.context.config, id);
    const headers = { 'Cache-Control': 'no-store', 'Content-Security-Policy': MAIL_POLICY };
    this.request.res!.set(headers).type(HTML).send(page);
    return this.sent;
  }
}
