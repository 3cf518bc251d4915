import {
  Get,
  Header,
  Middlewares,
  Query,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import { RequestController } from '../../controller';
import { documentedInput } from '../../input';
import type { OrganizationHandle, Uuid } from '../../wire-format';
import { readPage } from '../../wire-format';
import type { AuditEventKind, AuditEventPage } from './audit-events.dto';
import { listEvents } from './list-events';

@Route('security/audit-events')
@Tags('Security')
@Middlewares(...documentedInput)
export class AuditEventsController extends RequestController {
  /**
   * Sign-ins, secrets, grants and roles, refusals, report runs and reads across organizations; the latest
   * first. They are kept for AUDIT_RETENTION_DAYS.
   * @summary List what was recorded
   * @param account Only what this account did, or what was done to it.
   * @param kind Only events of this kind.
   * @param from Only events at this instant or after it, ISO 8601; of UTC where it names no offset.
   * @isDateTime from must be an ISO 8601 timestamp
   * @param to Only events before this instant, likewise.
   * @isDateTime to must be an ISO 8601 timestamp
   * @param page The page, from 1; below it is read as 1.
   * @isInt page must be a whole number
   * @param pageSize How many a page holds, 1 to 200; out of range is corrected.
   * @isInt pageSize must be a whole number
   */
  @Get()
  @Security('Credential', ['operator'])
  @SuccessResponse(200, 'A page of events')
  public async listAuditEvents(
    @Query() account?: Uuid,
    @Query() kind?: AuditEventKind,
    @Query() from?: Date,
    @Query() to?: Date,
    @Query() page = 1,
    @Query() pageSize = 25,
    @Header('X-Company') _company?: OrganizationHandle,
  ): Promise<AuditEventPage> {
    const used = readPage(page, pageSize);
    const filter = {
      accountId: account ?? null,
      kind: kind ?? null,
      from: from ?? null,
      to: to ?? null,
    };
    const { items, total } = await listEvents(this.context.db, filter, used);
    return { items, total, page: used.page, pageSize: used.pageSize };
  }
}
