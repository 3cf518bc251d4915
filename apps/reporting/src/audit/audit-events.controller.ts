import { invalidFields } from '@platform/http';
import { readInstant } from '@platform/http/field-values';
import { Get, Middlewares, Query, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { documentedInput } from '../http/documented-input';
import type { Uuid } from '../http/identifiers';
import { readPage } from '../http/pages';
import { RequestController } from '../http/request-controller';
import type { Instant } from '../http/times';
import type { AuditEventKind, AuditEventPage } from './audit-events.dto';
import { Audited } from './audited-access';
import { listEvents, listEventsAfter } from './list-audit-events';

const LINES = 'application/x-ndjson';

@Route('security/audit-events')
@Tags('Security')
@Middlewares(...documentedInput)
export class AuditEventsController extends RequestController {
  /**
   * Sign-ins, secrets, grants and roles, refusals, report runs and reads across organizations, this one too; the
   * latest first. They are kept for AUDIT_RETENTION_DAYS. With `after` the answer is one line of JSON per event
   * instead of a page, by number: send the last number again for those that follow. An answer with fewer lines
   * than `limit` holds all that are numbered.
   * @summary List what was recorded
   * @param account Only what this account did, or what was done to it.
   * @param kind Only events of this kind.
   * @param from Only events at this instant or after it, ISO 8601 with its offset.
   * @param to Only events before this instant, likewise.
   * @param page The page, from 1; below it is read as 1.
   * @isInt page must be a whole number
   * @param pageSize How many a page holds, 1 to 200; out of range is corrected.
   * @isInt pageSize must be a whole number
   * @param after Only events with a greater number, as lines; 0 begins with the first. With `limit` alone.
   * @isInt after must be a whole number
   * @minimum after 0
   * @maximum after 9007199254740991
   * @param limit How many lines at most, 1 to 1000.
   * @isInt limit must be a whole number
   * @minimum limit 1
   * @maximum limit 1000
   */
  @Get()
  @Security('Credential', ['operator'])
  @SuccessResponse(200, 'A page of events, or with `after` lines of events', [
    'application/json',
    LINES,
  ])
  @Audited('the audit')
  public async listAuditEvents(
    @Query() account?: Uuid,
    @Query() kind?: AuditEventKind,
    @Query() from?: Instant,
    @Query() to?: Instant,
    @Query() page?: number,
    @Query() pageSize?: number,
    @Query() after?: number,
    @Query() limit?: number,
  ): Promise<AuditEventPage> {
    if (after !== undefined) {
      refuseBeside('after', { account, kind, from, to, page, pageSize });
      return this.sendEventsAfter(after, limit ?? 1_000);
    }
    refuseBeside('pages', { limit });
    const used = readPage(page, pageSize);
    const events = await listEvents(
      this.context.db,
      {
        accountId: account ?? null,
        kind: kind ?? null,
        from: from === undefined ? null : readInstant('from', from),
        to: to === undefined ? null : readInstant('to', to),
      },
      used,
    );
    return { ...events, page: used.page, pageSize: used.pageSize };
  }

  private async sendEventsAfter(after: number, limit: number): Promise<never> {
    const events = await listEventsAfter(this.context.db, after, limit);
    const lines = events.map(event => `${JSON.stringify(event)}\n`);
    this.request.res!.type(LINES).send(lines.join(''));
    return this.sent;
  }
}

/** @throws Problem invalid-request that names the parameters that do not go with others */
function refuseBeside(others: string, parameters: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(parameters).filter(name => parameters[name] !== undefined);
  if (given.length > 0) {
    throw invalidFields(given.map(field => ({ field, message: `does not go with ${others}` })));
  }
}
