import {
  Get,
  Path,
  Post,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { recordRead } from '../audit/audited-access';
import { readPage } from '../http/pages';
import { RequestController } from '../http/request-controller';
import type { PageNumber, PageSize, ProblemDetails, SearchText, Uuid } from '../http/wire-format';
import { listDeliveries, retryDelivery } from './deliveries/deliveries';
import type { DeliveryOutcome, DeliveryPage } from './deliveries/deliveries.dto';
import { listOutbox, readOutboxHtml, readOutboxMail } from './outbox/outbox';
import type { Outbox, OutboxMailContent } from './outbox/outbox.dto';
import { sendTestMail } from './test-mail';

const HTML = 'text/html';

const NO_MAIL = 'SMTP_URL is a mail server, or there is no such email';

/** An email cannot run or load anything; the console displays it in a frame. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'sandbox',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join(';');

/** The outbox is for operators in person, because emails contain password links. */
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

  /**
   * Returns the organization's emails and those about its members' accounts, newest first, without their content.
   * @summary List emails
   * @param outcome Only emails with this outcome.
   * @param q Only emails to accounts whose name contains all words of this, in any order, or whose e-mail contains it.
   */
  @Get('deliveries')
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(200, 'A page of emails')
  public async listDeliveries(
    @Query() outcome?: DeliveryOutcome,
    @Query() q?: SearchText,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
  ): Promise<DeliveryPage> {
    await recordRead(this);
    const filter = { companyId: this.organization.id, outcome: outcome ?? null, q: q ?? null };
    return listDeliveries(this.context.db, filter, readPage(page, pageSize));
  }

  /**
   * Retries a failed email for another 24 hours, with the same Message-ID. If the file of a report no longer exists, the
   * email contains a link instead.
   * @summary Resend an email
   * @param id The email's ID; GET /notification/deliveries lists them.
   */
  @Post('deliveries/{id}/retry')
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(202, 'The email will be sent')
  @Response<ProblemDetails>(404, 'The organization has no such email')
  @Response<ProblemDetails>(409, 'The email has not failed, or no mail server is configured')
  public async retryDelivery(@Path() id: Uuid): Promise<void> {
    await recordRead(this);
    await retryDelivery(this.context, this.organization.id, id, this.doneBy);
    this.setStatus(202);
  }

  /**
   * If SMTP_URL is a folder, as in demos, returns the latest emails in it, from all organizations.
   * @summary List emails in the outbox folder
   */
  @Get('outbox')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The latest emails')
  @Response<ProblemDetails>(404, NO_MAIL)
  public async listOutbox(): Promise<Outbox> {
    await recordRead(this, 'all organizations');
    return listOutbox(this.context.config);
  }

  /**
   * Returns an email with its plain text.
   * @summary Get an email in the outbox folder
   * @param id The email's ID; GET /notification/outbox lists them.
   */
  @Get('outbox/{id}')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The email')
  @Response<ProblemDetails>(404, NO_MAIL)
  public async getOutboxMail(@Path() id: Uuid): Promise<OutboxMailContent> {
    await recordRead(this, 'all organizations');
    return readOutboxMail(this.context.config, id);
  }

  /**
   * Returns the email's HTML, as displayed by email clients.
   * @summary Get the HTML of an email in the outbox folder
   * @param id The email's ID; GET /notification/outbox lists them.
   */
  @Get('outbox/{id}/html')
  @Security('Credential', ['operator-in-person'])
  @SuccessResponse(200, 'The email', HTML)
  @Response<ProblemDetails>(404, NO_MAIL)
  public async getOutboxHtml(@Path() id: Uuid): Promise<string> {
    await recordRead(this, 'all organizations');
    const page = await readOutboxHtml(this.context.config, id);
    const headers = { 'Cache-Control': 'no-store', 'Content-Security-Policy': MAIL_POLICY };
    this.request.res!.set(headers).type(HTML).send(page);
    return this.sent;
  }
}
