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
   * Imports leave the ticket as it is, unless `overwriteHand` is given.
   * @summary Record a ticket
   * @param _companyId The organization, for operators and the service key; X-Company may name it, too.
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
   * What is left out stays as it is.
   * @summary Correct a ticket
   * @param id The ticket; the person's report has those that count.
   * @param companyId The organization, for operators and the service key; X-Company may name it, too.
   * @param ifMatch The ETag of the ticket: it is corrected only if it is still that one.
   */
  @Patch('{id}')
  @Security('Credential', ['organization', 'records'])
  @SuccessResponse<RecordHeaders>(200, 'The ticket as it is now')
  @Response<ProblemDetails>(404, 'The organization has no such ticket')
  @Response<ProblemDetails>(412, 'The ticket is not as If-Match says')
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
   * It is deleted, and imports do not bring it back, unless `overwriteHand` is given.
   * @summary Withdraw a ticket
   * @param id The ticket; the person's report has those that count.
   * @param companyId The organization, for operators and the service key; X-Company may name it, too.
   * @param ifMatch The ETag of the ticket: it is withdrawn only if it is still that one.
   */
  @Delete('{id}')
  @Security('Credential', ['organization', 'records'])
  @SuccessResponse(204, 'It is withdrawn')
  @Response<ProblemDetails>(404, 'The organization has no such ticket')
  @Response<ProblemDetails>(412, 'The ticket is not as If-Match says')
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
