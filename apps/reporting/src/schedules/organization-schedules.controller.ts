import {
  Body,
  Delete,
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
import type { PageNumber, PageSize, ProblemDetails, Uuid } from '../http/wire-format';
import { allowRecipient, listAllowedRecipients, revokeRecipient } from './allowed-recipients';
import type {
  AllowedRecipient,
  AllowedRecipientPage,
  AllowedRecipientRequest,
} from './allowed-recipients.dto';
import { listSchedules } from './find-schedules';
import { deleteSchedule, pauseSchedule } from './schedules';
import type { OwnedSchedulePage } from './schedules.dto';

/** The schedules of an organization, for operators. */
@Route('notification')
@Tags('Notices')
@Security('Credential', ['operator', 'organization'])
export class OrganizationSchedulesController extends RequestController {
  /**
   * Returns the schedules of all accounts in the organization, ordered by name.
   * @summary List an organization's schedules
   */
  @Get('schedules')
  @SuccessResponse(200, 'A page of schedules')
  public async listOrganizationSchedules(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
  ): Promise<OwnedSchedulePage> {
    await recordRead(this);
    return listSchedules(this.context.db, this.organization.id, readPage(page, pageSize));
  }

  /**
   * Pauses a schedule. Its owner can resume it.
   * @summary Pause a schedule
   * @param id The schedule's ID; GET /notification/schedules lists them.
   */
  @Post('schedules/{id}/pause')
  @SuccessResponse(204, 'Paused')
  @Response<ProblemDetails>(404, 'The organization has no such schedule')
  public async pauseSchedule(@Path() id: Uuid): Promise<void> {
    await recordRead(this);
    await pauseSchedule(this.context.db, this.organization.id, this.doneBy, id);
  }

  /**
   * Deletes a schedule of any account. Emails that have not been sent yet are dropped.
   * @summary Delete an organization's schedule
   * @param id The schedule's ID; GET /notification/schedules lists them.
   */
  @Delete('schedules/{id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ProblemDetails>(404, 'The organization has no such schedule')
  public async deleteOrganizationSchedule(@Path() id: Uuid): Promise<void> {
    await recordRead(this);
    const whose = { companyId: this.organization.id, accountId: null };
    await deleteSchedule(this.context.db, whose, this.doneBy, id);
  }

  /**
   * Returns the people to whom schedules of the organization may be sent without report access, ordered by name.
   * @summary List allowed recipients
   */
  @Get('recipients')
  @SuccessResponse(200, 'A page of recipients')
  public async listAllowedRecipients(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
  ): Promise<AllowedRecipientPage> {
    await recordRead(this);
    return listAllowedRecipients(this.context.db, this.organization.id, readPage(page, pageSize));
  }

  /**
   * Allows schedules of the organization to be sent to an address without report access. An address without an account gets
   * one without rights. Allowing it again has no effect.
   * @summary Allow a recipient
   */
  @Post('recipients')
  @SuccessResponse(201, 'Allowed')
  public async allowRecipient(@Body() body: AllowedRecipientRequest): Promise<AllowedRecipient> {
    const { context, organization, doneBy } = this;
    this.setStatus(201);
    return allowRecipient(context.db, organization.id, body, doneBy);
  }

  /**
   * Schedules are no longer sent to the address. Emails that have not been sent yet are dropped.
   * @summary Revoke a recipient
   * @param id The recipient's ID; GET /notification/recipients lists them.
   */
  @Delete('recipients/{id}')
  @SuccessResponse(204, 'Revoked')
  @Response<ProblemDetails>(404, 'The organization allows no such recipient')
  public async revokeRecipient(@Path() id: Uuid): Promise<void> {
    await revokeRecipient(this.context.db, this.organization.id, id, this.doneBy);
  }
}
