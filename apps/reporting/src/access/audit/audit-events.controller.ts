import { Get, Middlewares, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { documentedInput, RequestController } from '../../controller';
import type { Instant, Uuid } from '../../wire-format';
import { readInstant, readPage } from '../../wire-format';
import type { AuditEventKind, AuditEventPage } from './audit-events.dto';
import { listEvents } from './list-audit-events';

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
   * @param from Only events at this instant or after it, ISO 8601 with its offset.
   * @param to Only events before this instant, likewise.
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
    @Query() from?: Instant,
    @Query() to?: Instant,
    @Query() page = 1,
    @Query() pageSize = 25,
  ): Promise<AuditEventPage> {
    const used = readPage(page, pageSize);
    const filter = {
      accountId: account ?? null,
      kind: kind ?? null,
      from: from === undefined ? null : readInstant('from', from),
      to: to === undefined ? null : readInstant('to', to),
    };
    const { items, total } = await listEvents(this.context.db, filter, used);
    return { items, total, page: used.page, pageSize: used.pageSize };
  }
}
