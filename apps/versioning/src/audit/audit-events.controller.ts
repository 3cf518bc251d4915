import { invalidField } from '@platform/http';
import { Get, Query, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime';
import { RequestController } from '../http/controller';
import type { PageHeaders, ProblemDetails } from '../http/wire-format';
import { listAuditEvents } from './audit-events';
import type { AuditEvent } from './audit-events.dto';

const LINES = 'application/x-ndjson';

@Route('api/audit-events')
@Tags('Keys')
export class AuditEventsController extends RequestController {
  /**
   * The issues, rotations, revocations and refusals of the keys that the caller can manage, newest first, kept for
   * AUDIT_RETENTION_DAYS. With `after`, the response is one line of JSON per event, in order of their numbers, instead
   * of a page: send the last number to get the events that follow. Needs the scope `keys`.
   * @summary List events of keys
   * @param limit The number of events per page, 1 to 1000; defaults to 100, with `after` to 1000.
   * @isInt limit must be a whole number from 1 to 1000
   * @minimum limit 1 must be a whole number from 1 to 1000
   * @maximum limit 1000 must be a whole number from 1 to 1000
   * @param before The event to continue after, as given in the `Link` header.
   * @pattern before ^[1-9][0-9]{0,17}$ must be the Id of an event
   * @param after Only events with a greater number, as lines; 0 starts with the first.
   * @isLong after must be a whole number from 0
   * @minimum after 0 must be a whole number from 0
   * @maximum after 9007199254740991 must be a whole number from 0
   */
  @Get()
  @Security('VersioningKey', ['keys'])
  @SuccessResponse<PageHeaders>(200, 'A page of events, or lines of events with `after`', [
    'application/json',
    LINES,
  ])
  @Response<ProblemDetails>(403, 'The key lacks the scope')
  public async listAuditEvents(
    @Query() limit?: number,
    @Query() before?: string,
    @Query() after?: number,
  ): Promise<AuditEvent[]> {
    const { db } = this.context;
    if (after !== undefined) {
      if (before !== undefined) throw invalidField('before', 'cannot be combined with after');
      const page = { before: null, after, limit: limit ?? 1_000 };
      return this.sendLines(await listAuditEvents(db, this.key, page));
    }
    const used = limit ?? 100;
    const page = { before: before ?? null, after: null, limit: used + 1 };
    const events = await listAuditEvents(db, this.key, page);
    if (events.length > used) this.linkNext({ limit: used, before: events[used - 1]!.Id });
    return events.slice(0, used);
  }

  private sendLines(events: readonly AuditEvent[]): never {
    const lines = events.map(event => `${JSON.stringify(event)}\n`);
    this.request.res!.type(LINES).send(lines.join(''));
    // tsoa sends nothing once a response has started.
    return undefined as never;
  }
}
