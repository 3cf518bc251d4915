import { disconnectSignal } from '@platform/http';
import { recordReport } from '../access/audit/audit';
import { RequestController } from '../controller';
import { sendJson } from './send-json';
import type { About } from './table/about-sheet';
import { sendTable, type TableAnswer } from './table/send-table';

/** A controller of reports; each of its methods that is one carries `@Report()`. */
export abstract class ReportController extends RequestController {
  /** Aborted when the client leaves: the report's statement ends then. */
  protected get signal(): AbortSignal {
    return disconnectSignal(this.request.res!);
  }

  /** Runs a report in a slot, after its run has been audited. @throws Problem busy, rate-limited */
  runReport<Result>(work: () => Promise<Result>): Promise<Result> {
    const { context, request, caller } = this;
    return context.runReport(this.accountId, async () => {
      await recordReport(context, request, caller);
      return work();
    });
  }

  /** Runs a list in its turn beside the reports. @throws Problem busy, rate-limited */
  protected runList<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.context.runList(this.accountId, work);
  }

  /** Null is the platform. */
  private get accountId(): number | null {
    return this.principal.kind === 'person' ? this.principal.account.id : null;
  }

  /** Sends what a method returned; nothing where it has sent a table. */
  async sendResult<Body>(body: Body): Promise<Body> {
    if (body !== undefined) await sendJson(this.request.res!, body);
    return undefined as Body;
  }

  /** Sends a table to its end, after which tsoa sends nothing; `Body` is what its JSON is. */
  protected async sendTable<Row, Body>({ asOf, filters, ...answer }: Answer<Row>): Promise<Body> {
    const about = { organization: this.organization, asOf, filters };
    await sendTable(this.request.res!, { ...answer, about });
    return undefined as Body;
  }
}

type Answer<Row> = Omit<TableAnswer<Row>, 'about'> & Omit<About, 'organization'>;

type Method<Result> = (this: ReportController, ...parameters: never[]) => Promise<Result>;

/**
 * The method is a report: it holds a slot (503 `busy`, 429 `rate-limited`) until its response is sent or its
 * client has left, and its run is audited.
 */
export function Report() {
  return <Result>(
    _controller: ReportController,
    _name: string,
    descriptor: TypedPropertyDescriptor<Method<Result>>,
  ): void => {
    const method = descriptor.value!;
    descriptor.value = function (...parameters) {
      return this.runReport(async () => this.sendResult(await method.apply(this, parameters)));
    };
  };
}
