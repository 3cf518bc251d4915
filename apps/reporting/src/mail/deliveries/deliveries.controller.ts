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
import { Audited } from '../../audit/audited-access';
import { readPage } from '../../http/pages';
import { RequestController } from '../../http/request-controller';
import type {
  PageNumber,
  PageSize,
  ProblemDetails,
  SearchText,
  Uuid,
} from '../../http/wire-format';
import { listDeliveries, retryDelivery } from './deliveries';
import type { DeliveryOutcome, DeliveryPage } from './deliveries.dto';

@Route('notification/deliveries')
@Tags('Notices')
export class DeliveriesController extends RequestController {
  /**
   * Returns the organization's emails and those about its members' accounts, newest first, without their content.
   * @summary List emails
   * @param outcome Only emails with this outcome.
   * @param q Only emails to accounts whose name contains all words of this, in any order, or whose e-mail contains it.
   */
  @Get()
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(200, 'A page of emails')
  @Audited()
  public async listDeliveries(
    @Query() outcome?: DeliveryOutcome,
    @Query() q?: SearchText,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
  ): Promise<DeliveryPage> {
    const filter = { companyId: this.organization.id, outcome: outcome ?? null, q: q ?? null };
    return listDeliveries(this.context.db, filter, readPage(page, pageSize));
  }

  /**
   * Retries a failed email for another 24 hours, with the same Message-ID. If the file of a report no longer exists, the
   * email contains a link instead.
   * @summary Resend an email
   * @param id The email's ID; GET /notification/deliveries lists them.
   */
  @Post('{id}/retry')
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(202, 'The email will be sent')
  @Response<ProblemDetails>(404, 'The organization has no such email')
  @Response<ProblemDetails>(409, 'The email has not failed, or no mail server is configured')
  @Audited()
  public async retryDelivery(@Path() id: Uuid): Promise<void> {
    await retryDelivery(this.context, this.organization.id, id, this.doneBy);
    this.setStatus(202);
  }
}
