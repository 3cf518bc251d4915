import {
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
import { Audited } from '../audit/audited-access';
import { readPage } from '../http/pages';
import { RequestController } from '../http/request-controller';
import type { PageNumber, PageSize, ProblemDetails, Uuid } from '../http/wire-format';
import { listSchedules } from './find-schedules';
import { deleteSchedule, pauseSchedule } from './schedules';
import type { OwnedSchedulePage } from './schedules.dto';

@Route('notification/schedules')
@Tags('Notices')
export class OrganizationSchedulesController extends RequestController {
  /**
   * Returns the schedules of all accounts in the organization, ordered by name.
   * @summary List an organization's schedules
   */
  @Get()
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(200, 'A page of schedules')
  @Audited()
  public async listOrganizationSchedules(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 25,
  ): Promise<OwnedSchedulePage> {
    return listSchedules(this.context.db, this.organization.id, readPage(page, pageSize));
  }

  /**
   * Pauses a schedule. Its owner can resume it.
   * @summary Pause a schedule
   * @param id The schedule's ID; GET /notification/schedules lists them.
   */
  @Post('{id}/pause')
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(204, 'Paused')
  @Response<ProblemDetails>(404, 'The organization has no such schedule')
  @Audited()
  public async pauseSchedule(@Path() id: Uuid): Promise<void> {
    await pauseSchedule(this.context.db, this.organization.id, this.doneBy, id);
  }

  /**
   * Deletes a schedule of any account. Emails that have not been sent yet are dropped.
   * @summary Delete an organization's schedule
   * @param id The schedule's ID; GET /notification/schedules lists them.
   */
  @Delete('{id}')
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(204, 'Deleted')
  @Response<ProblemDetails>(404, 'The organization has no such schedule')
  @Audited()
  public async deleteOrganizationSchedule(@Path() id: Uuid): Promise<void> {
    const whose = { companyId: this.organization.id, accountId: null };
    await deleteSchedule(this.context.db, whose, this.doneBy, id);
  }
}
