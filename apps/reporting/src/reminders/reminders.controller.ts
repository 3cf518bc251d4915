import { streamResponse } from '@platform/http';
import {
  Body,
  Get,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { recordRead } from '../audit/audited-access';
import type { ProblemDetails } from '../http/wire-format';
import { ReportController } from '../reports/report-controller';
import { previewReminders } from './preview-reminders';
import { findReminderSettings, saveReminderSettings } from './reminder-settings';
import type { Day, ReminderPreview, ReminderSettings } from './reminders.dto';

@Route('notification')
@Tags('Notices')
export class RemindersController extends ReportController {
  /**
   * Returns the organization's reminder settings. Reminders are off by default.
   * @summary Get reminder settings
   */
  @Get('reminders')
  @Security('Credential', ['organization', 'operator'])
  @SuccessResponse(200, 'The settings')
  public async getReminders(): Promise<ReminderSettings> {
    await recordRead(this);
    const { nextAt: _, ...settings } = await findReminderSettings(
      this.context.db,
      this.organization.id,
    );
    return settings;
  }

  /**
   * Replaces all settings. Once turned on, reminders are sent from the next scheduled time.
   * @summary Update reminder settings
   */
  @Put('reminders')
  @Security('Credential', ['organization', 'operator'])
  @SuccessResponse(200, 'The updated settings')
  @Response<ProblemDetails>(409, 'Reminders are turned on, but no mail server is configured')
  public async changeReminders(@Body() body: ReminderSettings): Promise<ReminderSettings> {
    await saveReminderSettings(this.context, this.organization.id, body, this.doneBy);
    return this.getReminders();
  }

  /**
   * Returns the emails that would be sent on a day with the stored settings, even if reminders are off. Does not send
   * anything.
   * @summary Preview reminders
   * @param date The day in the time zone of the reminders; defaults to today.
   */
  @Get('preview')
  @Security('Credential', ['organization', 'operator', 'report'])
  @SuccessResponse(200, 'The emails of that day')
  public async previewReminders(@Query() date?: Day): Promise<ReminderPreview> {
    const response = this.request.res!.type('application/json');
    const { db } = this.context;
    await this.runReport(() => streamResponse(response, previewReminders(this.scope, db, date)));
    return this.sent;
  }
}
