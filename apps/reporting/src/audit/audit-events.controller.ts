import { invalidFields } from '@platform/http';
import { readInstant } from '@platform/http/field-values';
import { Get, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { readPage } from '../http/pages';
import { RequestController } from '../http/request-controller';
import type { Instant, Uuid } from '../http/wire-format';
import { listEvents, listEventsAfter } from './audit-events';
import type { AuditEventKind, AuditEventPage } from './audit-events.dto';
import { recordRead } from './audited-access';

const LINES = 'application/x-ndjson';

@Route('security/audit-events')
@Tags('Security')
export class AuditEventsController extends RequestController {
  /**
   * Returns sign-ins, changes of secrets and rights, denied requests, report runs, and reads across organizations
   * (including this one), newest first. Events are kept for AUDIT_RETENTION_DAYS. With `after`, returns one line of JSON
   * per event instead of a page, ordered by number: send the last number as `after` to get the events that follow. If the
   * response has fewer lines than `limit`, it contains all numbered events.
   * @summary List audit events
   * @param account Only events in which this account is the actor or the subject.
   * @param kind Only events of this kind.
   * @param from Only events at or after this time, in ISO 8601 with an offset.
   * @param to Only events before this time, in ISO 8601 with an offset.
   * @param hideOwnReads Whether to omit the caller's own report runs and reads of the audit log and of other organizations.
   * Defaults to false.
   * @param page The page number, starting at 1; lower values are read as 1.
   * @isInt page must be a whole number
   * @param pageSize The number of items per page, 1 to 200; values out of range are clamped.
   * @isInt pageSize must be a whole number
   * @param after Only events with a greater number, as lines of JSON; 0 starts with the first. Combine only with `limit`.
   * @isLong after must be a whole number
   * @minimum after 0
   * @maximum after 9007199254740991
   * @param limit The max number of lines, 1 to 1000.
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 1000
   */
  @Get()
  @Security('Credential', ['operator'])
  @SuccessResponse(200, 'A page of events, or lines of events with `after`', [
    'application/json',
    LINES,
  ])
  public async listAuditEvents(
    @Query() account?: Uuid,
    @Query() kind?: AuditEventKind,
    @Query() from?: Instant,
    @Query() to?: Instant,
    @Query() hideOwnReads?: boolean,
    @Query() page?: number,
    @Query() pageSize?: number,
    @Query() after?: number,
    @Query() limit?: number,
  ): Promise<AuditEventPage> {
    await recordRead(this, 'the audit');
    if (after !== undefined) {
      rejectWith('after', { account, kind, from, to, hideOwnReads, page, pageSize });
      return this.sendEventsAfter(after, limit ?? 1_000);
    }
    rejectWith('pages', { limit });
    const filter = {
      accountId: account ?? null,
      kind: kind ?? null,
      from: from === undefined ? null : readInstant('from', from),
      to: to === undefined ? null : readInstant('to', to),
      notReadBy: hideOwnReads === true ? this.doneBy.actorAccountId : null,
    };
    return listEvents(this.context.db, filter, readPage(page, pageSize));
  }

  private async sendEventsAfter(after: number, limit: number): Promise<never> {
    const events = await listEventsAfter(this.context.db, after, limit);
    const lines = events.map(event => `${JSON.stringify(event)}\n`);
    this.request.res!.type(LINES).send(lines.join(''));
    return this.sent;
  }
}

/** @throws Problem invalid-request naming the parameters that were sent */
function rejectWith(other: string, parameters: Readonly<Record<string, unknown>>): void {
  const sent = Object.keys(parameters).filter(name => parameters[name] !== undefined);
  if (sent.length > 0) {
    throw invalidFields(
      sent.map(field => ({ field, message: `cannot be combined with ${other}` })),
    );
  }
}
