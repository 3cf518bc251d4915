import type { Account, Organization, Person, Principal } from '@platform/auth';
import { documentedQuery, jsonBody, plainAddress } from '@platform/http';
import { Controller } from '@tsoa/runtime';
import type { Request } from 'express';
import { actorOf, type DoneBy, type Extent, recordReading } from './access/audit/audit';
import type { Caller } from './access/authentication/requirements';
import type { Context } from './context';

/**
 * What every operation takes before it is validated, and only once the caller is known: the query
 * parameters it documents, and a JSON body of at most 1 MiB where it documents one. Unsupported content is
 * a 400 (reporting, "Errors").
 */
export const documentedInput = [
  documentedQuery({ most: 1_100 }),
  jsonBody({ limit: 1024 * 1024, mostElements: 20_000, unsupported: 'invalid-request' }),
];

/** A controller of one request: the context of its app, and who called, for which organization. */
export abstract class RequestController extends Controller {
  constructor(
    protected readonly context: Context,
    protected readonly request: Request,
  ) {
    super();
  }

  protected get principal(): Principal {
    return this.caller.principal;
  }

  /** Of operations that declare the requirement `account` or `session`. */
  protected get person(): Person {
    const { principal } = this.caller;
    if (principal.kind !== 'person') throw new Error('the operation is open to the platform');
    return principal;
  }

  protected get account(): Account {
    return this.person.account;
  }

  /** For the audit. */
  protected get doneBy(): DoneBy {
    const { actor, accountId } = actorOf(this.principal);
    return { actor, actorAccountId: accountId, address: plainAddress(this.request.ip) };
  }

  /** Of operations that declare the requirement `organization`. */
  protected get organization(): Organization {
    const { organization } = this.caller;
    if (!organization) throw new Error('the operation does not declare that it needs one');
    return organization;
  }

  /** Of methods with `@Audited()`. */
  recordReading(extent: Extent): Promise<void> {
    return recordReading(this.context, this.request, this.caller, extent);
  }

  /** Put there by tsoa/authentication.ts before any method with `@Security` runs. */
  protected get caller(): Caller {
    return (this.request as Request & { user: Caller }).user;
  }
}
