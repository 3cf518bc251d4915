import { streamResponse } from '@platform/http';
import {
  Body,
  Get,
  Middlewares,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { Audited } from '../audit/audited-access';
import { documentedInput } from '../http/documented-input';
import type { ProblemDetails } from '../http/problem-details';
import { Report, ReportController } from '../reports/report-controller';
import { previewReminders } from './preview-reminders';
import { findReminderSettings, saveReminderSettings } from './reminder-settings';
import type { Day, ReminderPreview, ReminderSettings } from './reminders.dto';

@Route('notification')
@Tags('Notices')
@Middlewares(...documentedInput)
export class RemindersController extends ReportController {
  /**
   * Off until an operator switches them on.
   * @summary Get the reminder settings
   */
  @Get('reminders')
  @Security('Credential', ['organization', 'operator'])
  @SuccessResponse(200, 'Its settings')
  @Audited()
  public async getReminders(): Promise<ReminderSettings> {
    const { nextAt: _, ...settings } = await findReminderSettings(
      this.context.db,
      this.organization.id,
    );
    return settings;
  }

  /**
   * All of the settings. Once switched on, reminders are sent from the next time on.
   * @summary Change the reminders of an organization
   */
  @Put('reminders')
  @Security('Credential', ['organization', 'operator'])
  @SuccessResponse(200, 'Its settings, as they now are')
  @Response<ProblemDetails>(409, 'They are switched on, and no mail server is configured')
  public async changeReminders(@Body() body: ReminderSettings): Promise<ReminderSettings> {
    await saveReminderSettings(this.context, this.organization.id, body, this.doneBy);
    return this.getReminders();
  }

  /**
   * What would be sent that day with the settings as they are stored, also while reminders are off. Nothing is sent.
   * @summary Preview the reminders of a day
   * @param date The day, in the time zone of the reminders. Omitted: today.
   */
  @Get('preview')
  @Security('Credential', ['organization', 'operator', 'report'])
  @SuccessResponse(200, 'The mails of that day')
  @Report()
  public async previewReminders(@Query() date?: Day): Promise<ReminderPreview> {
    const response = this.request.res!.type('application/json');
    const { db } = this.context;
    await streamResponse(response, () => previewReminders(this.scope, db, date));
    return this.sent;
  }
}
