import type { Account, Organization, Person, Principal } from '@platform/auth';
import { Controller } from '@tsoa/runtime';
import type { Request } from 'express';
import { actorOf, recordReading } from './access/audit/audit';
import { clientAddress } from './access/audit/client-address';
import type { Caller } from './access/authentication/caller';
import type { Context } from './context';

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

  /** Who acts, and from where, for the audit. */
  protected get actor(): { actor: string; address: string | null } {
    return { actor: actorOf(this.principal).actor, address: clientAddress(this.request) };
  }

  /** Of operations that declare the requirement `organization`. */
  protected get organization(): Organization {
    const { organization } = this.caller;
    if (!organization) throw new Error('the operation does not declare that it needs one');
    return organization;
  }

  /** Of methods with `@Audited()`. */
  recordReading(): Promise<void> {
    return recordReading(this.context, this.request, this.caller);
  }

  /** Put there by tsoa/authentication.ts before any method with `@Security` runs. */
  protected get caller(): Caller {
    return (this.request as Request & { user: Caller }).user;
  }
}
