import { type Claim, cutOffAfter, disconnectSignal, plainAddress, tagOf } from '@platform/http';
import { Controller, Middlewares } from '@tsoa/runtime';
import type { Request } from 'express';
import type { Context } from '../main/context';
import type { Caller } from './caller';
import { documentedInput } from './documented-input';
import type { DoneBy, Organization, Person, Principal, PrincipalAccount } from './principal';
import { actorOf } from './principal';

export { iocContainer } from '@platform/http';

/** A controller whose operations declare the middleware that reads their input. */
export abstract class OperationController extends Controller {
  /** Returned by methods that have sent their response themselves, so that tsoa sends nothing. */
  protected readonly sent = undefined as never;

  constructor(
    readonly context: Context,
    readonly request: Request,
  ) {
    super();
  }

  protected get principal(): Principal {
    return this.caller.principal;
  }

  /** For operations with the requirement `account` or `session`. */
  protected get person(): Person {
    const { principal } = this.caller;
    if (principal.kind !== 'person') throw new Error('the operation is open to the platform');
    return principal;
  }

  protected get account(): PrincipalAccount {
    return this.person.account;
  }

  protected get doneBy(): DoneBy {
    const { actor, accountId } = actorOf(this.principal);
    return { actor, actorAccountId: accountId, address: plainAddress(this.request.ip) };
  }

  /** For operations with the requirement `organization`. */
  protected get organization(): Organization {
    const { organization } = this.caller;
    if (!organization) throw new Error('the operation does not declare the requirement');
    return organization;
  }

  /** Aborted when the client disconnects. */
  protected get signal(): AbortSignal {
    return disconnectSignal(this.request.res!);
  }

  /** The platform is not limited. */
  protected get claim(): Claim {
    const { principal, organization } = this.caller;
    const caller =
      principal.kind === 'person'
        ? principal.account.id
        : principal.kind === 'service'
          ? principal.uuid
          : null;
    return { caller, group: organization?.id ?? null, signal: this.signal };
  }

  /**
   * Reads and sends a long response in a report slot, and cuts it off after `REPORT_MAX_DURATION`.
   * @throws Problem busy, rate-limited
   */
  protected inReportSlot<Result>(work: () => Promise<Result>): Promise<Result> {
    const { slots, config } = this.context;
    return slots.reports.run(this.claim, () => {
      cutOffAfter(this.request.res!, config.reportMaxDuration);
      return work();
    });
  }

  /** Sets the ETag of the response. Forbids proxies from compressing it, which would change the tag. */
  protected setTag(shown: object): void {
    this.setHeader('ETag', tagOf(shown));
    this.setHeader('Cache-Control', 'no-store, no-transform');
  }

  /** Set by `expressAuthentication` before any method with `@Security` runs. */
  get caller(): Caller {
    return (this.request as Request & { user: Caller }).user;
  }
}

/** A controller of operations with documented parameters and a small JSON body. */
@Middlewares(documentedInput)
export abstract class RequestController extends OperationController {}
