import {
  Get,
  Middlewares,
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
import { documentedInput } from '../../http/documented-input';
import type { Uuid } from '../../http/identifiers';
import { readPage } from '../../http/pages';
import type { ProblemDetails } from '../../http/problem-details';
import { RequestController } from '../../http/request-controller';
import { listDeliveries, retryDelivery } from './deliveries';
import type { DeliveryOutcome, DeliveryPage } from './deliveries.dto';

@Route('notification/deliveries')
@Tags('Notices')
@Middlewares(...documentedInput)
export class DeliveriesController extends RequestController {
  /**
   * The mails of the organization, and those about the accounts of its members; never what they say. The latest first.
   * @summary List mails
   * @param outcome Only those of which this became.
   * @param q Only those to accounts whose name has every word of this, in any order, or whose e-mail contains it.
   * @minLength q 1
   * @maxLength q 200
   * @pattern q ^[^\u0000]*$ must not hold NUL
   * @param page The page, from 1; below it is read as 1.
   * @isInt page must be a whole number
   * @param pageSize How many a page holds, 1 to 200; out of range is corrected.
   * @isInt pageSize must be a whole number
   */
  @Get()
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(200, 'A page of mails')
  @Audited()
  public async listDeliveries(
    @Query() outcome?: DeliveryOutcome,
    @Query() q?: string,
    @Query() page = 1,
    @Query() pageSize = 25,
  ): Promise<DeliveryPage> {
    const filter = { companyId: this.organization.id, outcome: outcome ?? null, q: q ?? null };
    return listDeliveries(this.context.db, filter, readPage(page, pageSize));
  }

  /**
   * Of a mail that has failed: it is tried for another 24 hours, with the same Message-ID. A report whose file is gone
   * comes as a link.
   * @summary Send a mail again
   * @param id The mail; GET /notification/deliveries has all.
   */
  @Post('{id}/retry')
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(202, 'It will be sent')
  @Response<ProblemDetails>(404, 'The organization has no such mail')
  @Response<ProblemDetails>(409, 'It has not failed, or no mail server is configured')
  @Audited()
  public async retryDelivery(@Path() id: Uuid): Promise<void> {
    await retryDelivery(this.context, this.organization.id, id, this.doneBy);
    this.setStatus(202);
  }
}
