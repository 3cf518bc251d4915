import {
  Body,
  Delete,
  Get,
  Path,
  Post,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { recordRead } from '../audit/audited-access';
import { RequestController } from '../http/request-controller';
import type { ProblemDetails, SearchText, Uuid } from '../http/wire-format';
import { findSchedule, listOwnSchedules, listRecipients, type Owner } from './find-schedules';
import {
  addSchedule,
  deleteSchedule,
  replaceSchedule,
  runSchedule,
  type SavedBy,
} from './schedules';
import type { Schedule, ScheduleOptions, ScheduleRequest } from './schedules.dto';

@Route('reporting/schedules')
@Tags('Notices')
export class SchedulesController extends RequestController {
  /**
   * Returns the caller's schedules in the organization, ordered by name.
   * @summary List schedules
   */
  @Get()
  @Security('Credential', ['organization', 'developer', 'report-access', 'account'])
  @SuccessResponse(200, 'The schedules')
  public async listSchedules(): Promise<Schedule[]> {
    await recordRead(this);
    return listOwnSchedules(this.context.db, this.owner);
  }

  /**
   * Creates a schedule. The parameters are validated like those of the report; errors name them as `parameters.…`. Each run
   * uses the rights that the owner and the recipients have at that time.
   * @summary Schedule a report
   */
  @Post()
  @Security('Credential', ['organization', 'developer', 'report-access', 'report', 'account'])
  @SuccessResponse(201, 'The schedule')
  @Response<ProblemDetails>(404, 'The parameters refer to something that does not exist')
  @Response<ProblemDetails>(409, 'No mail server is configured, or there are too many schedules')
  public async addSchedule(@Body() body: ScheduleRequest): Promise<Schedule> {
    const schedule = await addSchedule(this.context, this.savedBy, body);
    this.setStatus(201);
    return schedule;
  }

  /**
   * Returns the members to whom a report of the organization can be sent, ordered by name, and whether this service sends
   * emails. Includes the caller, if eligible.
   * @summary Get schedule options
   * @param q Only members whose name contains all words of this, in any order, or whose e-mail contains it.
   * @param limit The max number of matching members, 1 to 200.
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 200
   * @param recipients Members to include in addition; repeat for several, at most 100.
   * @maxItems recipients 100
   */
  @Get('options')
  @Security('Credential', ['organization', 'developer', 'report-access', 'account'])
  @SuccessResponse(200, 'The recipients')
  public async listScheduleOptions(
    @Query() q?: SearchText,
    @Query() limit = 200,
    @Query() recipients: Uuid[] = [],
  ): Promise<ScheduleOptions> {
    await recordRead(this);
    const shown = this.organization.shownDepartments;
    const filter = { q: q ?? null, limit, recipients, shown };
    return {
      isMailConfigured: this.context.enqueueMails !== null,
      recipients: await listRecipients(this.context.db, this.owner, filter),
    };
  }

  /**
   * @summary Get a schedule
   * @param id The schedule's ID; GET /reporting/schedules lists them.
   */
  @Get('{id}')
  @Security('Credential', ['organization', 'developer', 'report-access', 'account'])
  @SuccessResponse(200, 'The schedule')
  @Response<ProblemDetails>(404, 'The caller has no such schedule')
  public async getSchedule(@Path() id: Uuid): Promise<Schedule> {
    await recordRead(this);
    return findSchedule(this.context.db, this.owner, id);
  }

  /**
   * Replaces a schedule. The next run is computed from now; runs missed while it was paused are not made up. The report and
   * parameters are not validated again if they are unchanged.
   * @summary Update a schedule
   * @param id The schedule's ID; GET /reporting/schedules lists them.
   */
  @Put('{id}')
  @Security('Credential', ['organization', 'developer', 'report-access', 'report', 'account'])
  @SuccessResponse(200, 'The updated schedule')
  @Response<ProblemDetails>(
    404,
    'The caller has no such schedule, or the parameters refer to something that does not exist',
  )
  @Response<ProblemDetails>(409, 'No mail server is configured')
  public async replaceSchedule(@Path() id: Uuid, @Body() body: ScheduleRequest): Promise<Schedule> {
    return replaceSchedule(this.context, this.savedBy, id, body);
  }

  /**
   * Deletes a schedule. Emails that have not been sent yet are dropped.
   * @summary Delete a schedule
   * @param id The schedule's ID; GET /reporting/schedules lists them.
   */
  @Delete('{id}')
  @Security('Credential', ['organization', 'developer', 'report-access', 'account'])
  @SuccessResponse(204, 'Deleted')
  @Response<ProblemDetails>(404, 'The caller has no such schedule')
  public async deleteSchedule(@Path() id: Uuid): Promise<void> {
    await deleteSchedule(this.context.db, this.owner, this.doneBy, id);
  }

  /**
   * Runs a schedule, even if it is paused, at most ten times per hour. `lastRun` shows the outcome.
   * @summary Run a schedule now
   * @param id The schedule's ID; GET /reporting/schedules lists them.
   */
  @Post('{id}/run')
  @Security('Credential', ['organization', 'developer', 'report-access', 'account'])
  @SuccessResponse(202, 'The schedule will run')
  @Response<ProblemDetails>(404, 'The caller has no such schedule')
  @Response<ProblemDetails>(409, 'No mail server is configured')
  public async runSchedule(@Path() id: Uuid): Promise<void> {
    await runSchedule(this.context, this.owner, id, this.doneBy);
    this.setStatus(202);
  }

  private get savedBy(): SavedBy {
    const { account, doneBy, organization, signal } = this;
    const { isForeign } = this.caller;
    const reader = { accountId: account.id, actor: doneBy.actor, organization, isForeign };
    return { reader, doneBy, signal };
  }

  private get owner(): Owner {
    return { accountId: this.account.id, companyId: this.organization.id };
  }
}
