import { readEntityTags } from '@platform/http';
import {
  Body,
  Delete,
  Get,
  Header,
  Patch,
  Path,
  Post,
  Put,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { recordRead } from '../../audit/audited-access';
import { RequestController } from '../../http/request-controller';
import type { ProblemDetails, Uuid } from '../../http/wire-format';
import type { Editor } from './edits';
import { getStanding, recordStanding, withdrawStanding } from './standings';
import type { Standing, StandingRequest } from './standings.dto';
import { correctTicket, getTicket, recordTicket, withdrawTicket } from './tickets';
import type { RecordHeaders, Ticket, TicketChange, TicketRequest } from './tickets.dto';

abstract class ByHandController extends RequestController {
  protected editor(ifMatch?: string): Editor {
    const { organization, doneBy } = this;
    return { organization, doneBy, etags: readEntityTags(ifMatch) };
  }

  protected tagged<Shown extends object>(shown: Shown): Shown {
    this.setTag(shown);
    return shown;
  }
}

@Route('records/standings/{memberId}/{competencyId}')
@Tags('Records')
@Security('Credential', ['organization', 'records'])
@Response<ProblemDetails>(404, 'The organization has no such member, competency or standing')
export class StandingsController extends ByHandController {
  /**
   * @summary Read a standing
   * @param memberId The member's ID, as in directory contacts.
   * @param competencyId The competency's ID.
   */
  @Get()
  @SuccessResponse<RecordHeaders>(200, 'The standing')
  public async getStanding(@Path() memberId: Uuid, @Path() competencyId: Uuid): Promise<Standing> {
    await recordRead(this);
    return this.tagged(
      await getStanding(this.context.db, this.editor(), { memberId, competencyId }),
    );
  }

  /**
   * Omitted properties are cleared. Imports do not change the standing, unless `overwriteHand` is given.
   * @summary Set a standing
   * @param memberId The member's ID, as in directory contacts.
   * @param competencyId The competency's ID.
   * @param ifMatch Set the standing only if its ETag is still this one.
   */
  @Put()
  @SuccessResponse<RecordHeaders>(200, 'The standing as it is now')
  @Response<ProblemDetails>(412, 'The standing does not match If-Match')
  public async recordStanding(
    @Path() memberId: Uuid,
    @Path() competencyId: Uuid,
    @Body() body: StandingRequest,
    @Header('If-Match') ifMatch?: string,
  ): Promise<Standing> {
    const key = { memberId, competencyId };
    return this.tagged(await recordStanding(this.context.db, this.editor(ifMatch), key, body));
  }

  /**
   * Deletes the standing. Imports do not bring it back, unless `overwriteHand` is given.
   * @summary Withdraw a standing
   * @param memberId The member's ID, as in directory contacts.
   * @param competencyId The competency's ID.
   * @param ifMatch Withdraw the standing only if its ETag is still this one.
   */
  @Delete()
  @SuccessResponse(204, 'The standing is withdrawn')
  @Response<ProblemDetails>(412, 'The standing does not match If-Match')
  public async withdrawStanding(
    @Path() memberId: Uuid,
    @Path() competencyId: Uuid,
    @Header('If-Match') ifMatch?: string,
  ): Promise<void> {
    const key = { memberId, competencyId };
    await withdrawStanding(this.context.db, this.editor(ifMatch), key);
  }
}

@Route('records/tickets')
@Tags('Records')
@Security('Credential', ['organization', 'records'])
export class TicketsController extends ByHandController {
  /**
   * @summary Read a ticket
   * @param id The ticket's ID, as in the person's report.
   */
  @Get('{id}')
  @SuccessResponse<RecordHeaders>(200, 'The ticket')
  @Response<ProblemDetails>(404, 'The organization has no such ticket')
  public async getTicket(@Path() id: Uuid): Promise<Ticket> {
    await recordRead(this);
    return this.tagged(await getTicket(this.context.db, this.editor(), id));
  }

  /**
   * Imports do not change the ticket, unless `overwriteHand` is given.
   * @summary Record a ticket
   */
  @Post()
  @SuccessResponse<RecordHeaders>(201, 'The ticket')
  public async recordTicket(@Body() body: TicketRequest): Promise<Ticket> {
    this.setStatus(201);
    return this.tagged(await recordTicket(this.context.db, this.editor(), body));
  }

  /**
   * Omitted properties keep their values.
   * @summary Correct a ticket
   * @param id The ticket's ID, as in the person's report.
   * @param ifMatch Correct the ticket only if its ETag is still this one.
   */
  @Patch('{id}')
  @SuccessResponse<RecordHeaders>(200, 'The ticket as it is now')
  @Response<ProblemDetails>(404, 'The organization has no such ticket')
  @Response<ProblemDetails>(412, 'The ticket does not match If-Match')
  public async correctTicket(
    @Path() id: Uuid,
    @Body() body: TicketChange,
    @Header('If-Match') ifMatch?: string,
  ): Promise<Ticket> {
    return this.tagged(await correctTicket(this.context.db, this.editor(ifMatch), id, body));
  }

  /**
   * Deletes the ticket. Imports do not bring it back, unless `overwriteHand` is given.
   * @summary Withdraw a ticket
   * @param id The ticket's ID, as in the person's report.
   * @param ifMatch Withdraw the ticket only if its ETag is still this one.
   */
  @Delete('{id}')
  @SuccessResponse(204, 'The ticket is withdrawn')
  @Response<ProblemDetails>(404, 'The organization has no such ticket')
  @Response<ProblemDetails>(412, 'The ticket does not match If-Match')
  public async withdrawTicket(
    @Path() id: Uuid,
    @Header('If-Match') ifMatch?: string,
  ): Promise<void> {
    await withdrawTicket(this.context.db, this.editor(ifMatch), id);
  }
}
