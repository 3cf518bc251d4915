import { Middlewares } from '@tsoa/runtime';
import { recordAccess } from '../audit/audited-access';
import { documentedInput, largeInput } from '../http/documented-input';
import { OperationController } from '../http/request-controller';
import { ReportReads, type ReportScope } from './report-reads';
import { type ReportAnswer, type Requested, sendReport } from './send-report';

abstract class ReportOperationController extends OperationController {
  /** Whether to read from the primary, because the caller may just have changed the data. */
  protected readonly usesPrimary: boolean = false;
  #scope: ReportScope | null = null;

  /** All reads of a request are as of one instant. */
  protected get scope(): ReportScope {
    const { context, organization, signal, usesPrimary } = this;
    return (this.#scope ??= {
      reads: new ReportReads(context.reports, organization, { signal, usesPrimary }),
      organization,
      now: context.clock(),
    });
  }

  /** Sends a report; its filters may depend on what is stored. @throws Problem busy, rate-limited */
  protected report<Row, Read extends object, Body>(
    requested: Requested,
    answer: () => ReportAnswer<Row, Read> | Promise<ReportAnswer<Row, Read>>,
  ): Promise<Body> {
    return this.runReport(async () => this.send(await answer(), requested));
  }

  /** Sends the response itself, so that tsoa sends nothing. `Body` is the type of the JSON. */
  protected async send<Row, Read extends object, Body>(
    answer: ReportAnswer<Row, Read>,
    requested: Requested,
  ): Promise<Body> {
    await sendReport(this.request.res!, answer, requested);
    return undefined as Body;
  }

  /**
   * Sends a list. Unlike a report, its JSON is read in a slot for lists; a file takes a report slot.
   * @throws Problem busy, rate-limited
   */
  protected async sendList<Row, Read extends object, Body>(
    answer: ReportAnswer<Row, Read>,
    requested: Requested,
  ): Promise<Body> {
    if (requested.format !== 'json') return this.report(requested, () => answer);
    const { context, claim, scope } = this;
    const rows: typeof answer.rows = async function* (page) {
      const read = () => scope.reads.during(() => collect(answer.rows(page)));
      yield await context.slots.lists.run(claim, read);
    };
    return this.send({ ...answer, rows }, requested);
  }

  /**
   * Runs an audited report in a slot, which it holds until its response is sent or the client disconnects.
   * @throws Problem busy, rate-limited
   */
  protected runReport<Result>(work: () => Promise<Result>): Promise<Result> {
    const { context, request, caller } = this;
    const response = request.res!;
    return this.inReportSlot(async () => {
      await recordAccess('report-run', context, request, caller);
      return this.scope.reads.during(work, () => response.headersSent);
    });
  }
}

@Middlewares(documentedInput)
export abstract class ReportController extends ReportOperationController {}

/** A controller whose requests may contain thousands of IDs. */
@Middlewares(largeInput)
export abstract class LargeReportController extends ReportOperationController {}

async function collect<Row>(batches: AsyncGenerator<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}
