import {
  Delete,
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
import { Audited } from '../audit/audited-access';
import { documentedInput } from '../http/documented-input';
import type { Uuid } from '../http/identifiers';
import { readPage } from '../http/pages';
import type { ProblemDetails } from '../http/problem-details';
import { RequestController } from '../http/request-controller';
import { listSchedules } from './find-schedules';
import { deleteSchedule, pauseSchedule } from './schedules';
import type { OwnedSchedulePage } from './schedules.dto';

@Route('notification/schedules')
@Tags('Notices')
@Middlewares(...documentedInput)
export class OrganizationSchedulesController extends RequestController {
  /**
   * Those of everybody in the organization, by name.
   * @summary List the schedules of an organization
   * @param page The page, from 1; below it is read as 1.
   * @isInt page must be a whole number
   * @param pageSize How many a page holds, 1 to 200; out of range is corrected.
   * @isInt pageSize must be a whole number
   */
  @Get()
  @Security('Credential', ['operator', 'organization'])
  @SuccessResponse(200, 'A page of schedules')
  @Audited()
  public async listOrganizationSchedules(
    @Query() page = 1,
    @Query() pageSize = 25,
  ): Promise<OwnedSchedulePage> {
    return listSchedules(this.context.db, this.organization.id, readPage(page, pageSize));
  }

  /**
   * Its owner can resume it.
   * @summary Pause a schedule
   * @param id The schedule; GET /notification/schedules has all.
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
   * Mails that have not been sent yet are dropped.
   * @summary Delete somebody's schedule
   * @param id The schedule; GET /notification/schedules has all.
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
