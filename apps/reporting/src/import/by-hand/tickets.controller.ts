import { readEntityTags } from '@platform/http';
import {
  Body,
  Delete,
  Header,
  Patch,
  Path,
  Post,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { RequestController } from '../../http/request-controller';
import type { ProblemDetails, Uuid } from '../../http/wire-format';
import { correctTicket, recordTicket, withdrawTicket } from './tickets';
import type { RecordHeaders, Ticket, TicketChange, TicketRequest } from './tickets.dto';

@Route('records/tickets')
@Tags('Records')
export class TicketsController extends RequestController {
  /**
   * Imports do not change the ticket, unless `overwriteHand` is given.
   * @summary Record a ticket
   * @param _companyId The organization's ID, for operators and the service key; alternatively, send X-Company.
   */
  @Post()
  @Security('Credential', ['organization', 'records'])
  @SuccessResponse<RecordHeaders>(201, 'The ticket')
  public async recordTicket(
    @Body() body: TicketRequest,
    @Query('companyId') _companyId?: Uuid,
  ): Promise<Ticket> {
    const ticket = await recordTicket(this.context.db, this.editor(), body);
    this.setStatus(201);
    this.setTag(ticket);
    return ticket;
  }

  /**
   * Omitted properties keep their values.
   * @summary Correct a ticket
   * @param id The ticket's ID, as in the person's report.
   * @param companyId The organization's ID, for operators and the service key; alternatively, send X-Company.
   * @param ifMatch Correct the ticket only if its ETag is still this one.
   */
  @Patch('{id}')
  @Security('Credential', ['organization', 'records'])
  @SuccessResponse<RecordHeaders>(200, 'The ticket as it is now')
  @Response<ProblemDetails>(404, 'The organization has no such ticket')
  @Response<ProblemDetails>(412, 'The ticket does not match If-Match')
  public async correctTicket(
    @Path() id: Uuid,
    @Body() body: TicketChange,
    @Query() companyId?: Uuid,
    @Header('If-Match') ifMatch?: string,
  ): Promise<Ticket> {
    const ticket = await correctTicket(this.context.db, this.editor(ifMatch), id, body);
    this.setTag(ticket);
    return ticket;
  }

  /**
   * Deletes the ticket. Imports do not bring it back, unless `overwriteHand` is given.
   * @summary Withdraw a ticket
   * @param id The ticket's ID, as in the person's report.
   * @param companyId The organization's ID, for operators and the service key; alternatively, send X-Company.
   * @param ifMatch Withdraw the ticket only if its ETag is still this one.
   */
  @Delete('{id}')
  @Security('Credential', ['organization', 'records'])
  @SuccessResponse(204, 'The ticket is withdrawn')
  @Response<ProblemDetails>(404, 'The organization has no such ticket')
  @Response<ProblemDetails>(412, 'The ticket does not match If-Match')
  public async withdrawTicket(
    @Path() id: Uuid,
    @Query() companyId?: Uuid,
    @Header('If-Match') ifMatch?: string,
  ): Promise<void> {
    await withdrawTicket(this.context.db, this.editor(ifMatch), id);
  }

  private editor(ifMatch?: string) {
    const { organization, doneBy } = this;
    return { organization, doneBy, etags: readEntityTags(ifMatch) };
  }
}
