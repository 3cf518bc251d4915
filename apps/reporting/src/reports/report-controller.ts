import { Middlewares } from '@tsoa/runtime';
import { recordReport } from '../audit/audited-access';
import { documentedInput, largeInput } from '../http/documented-input';
import { OperationController } from '../http/request-controller';
import type { ReportScope } from './organization-scope';
import { type ReportAnswer, type Requested, sendReport } from './send-report';
import { ReportReads } from './servers/report-reads';
import { Format } from './table/format.dto';

abstract class ReportOperationController extends OperationController {
  /** Whether the person asked about may just have changed what is read. */
  protected readonly isOfPrimary: boolean = false;
  #reads: ReportReads | null = null;
  #scope: ReportScope | null = null;

  /** One instant for all that a request reads. */
  protected get scope(): ReportScope {
    const { organization, reads, context } = this;
    return (this.#scope ??= { reads, organization, now: context.clock() });
  }

  private get reads(): ReportReads {
    const { context, organization, signal, isOfPrimary } = this;
    return (this.#reads ??= new ReportReads(context.reports, organization, {
      signal,
      isOfPrimary,
    }));
  }

  /** tsoa sends nothing afterwards; `Body` is the type of the JSON. */
  protected async send<Row, Read extends object, Body>(
    answer: ReportAnswer<Row, Read>,
    requested: Requested,
  ): Promise<Body> {
    await sendReport(this.request.res!, answer, requested);
    return undefined as Body;
  }

  /**
   * Sends a list: unlike a report, its JSON has a slot of its own; a file takes a report's slot.
   * @throws Problem busy, rate-limited
   */
  protected async sendList<Row, Read extends object, Body>(
    answer: ReportAnswer<Row, Read>,
    requested: Requested,
  ): Promise<Body> {
    if (requested.format !== Format.Json) return this.runReport(() => this.send(answer, requested));
    const { context, claim, reads } = this;
    const rows: typeof answer.rows = async function* (page) {
      const read = () => reads.during(() => collect(answer.rows(page)));
      yield await context.slots.lists.run(claim, read);
    };
    return this.send({ ...answer, rows }, requested);
  }

  /** Runs an audited report in a slot, with a time limit. @throws Problem busy, rate-limited */
  runReport<Result>(work: () => Promise<Result>): Promise<Result> {
    const { context, request, caller, reads } = this;
    const response = request.res!;
    return this.inReportSlot(async () => {
      await recordReport(context, request, caller);
      return reads.during(work, () => response.headersSent);
    });
  }
}

/** A controller of reports; each of its methods that is one carries `@Report()`. */
@Middlewares(...documentedInput)
export abstract class ReportController extends ReportOperationController {}

/** Its reports take thousands of IDs. */
@Middlewares(...largeInput)
export abstract class LargeReportController extends ReportOperationController {}

async function collect<Row>(batches: AsyncGenerator<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

type Method<Result> = (this: ReportOperationController, ...parameters: never[]) => Promise<Result>;

/**
 * The method is a report: it holds a slot (503 `busy`, 429 `rate-limited`) until its response is sent or its
 * client has left, and its run is audited.
 */
export function Report() {
  return <Result>(
    _controller: ReportOperationController,
    _name: string,
    descriptor: TypedPropertyDescriptor<Method<Result>>,
  ): void => {
    const method = descriptor.value!;
    descriptor.value = function (...parameters) {
      return this.runReport(() => method.apply(this, parameters));
    };
  };
}
