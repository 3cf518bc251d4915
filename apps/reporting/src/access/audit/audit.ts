import type { Principal } from '@platform/auth';
import type { Database } from '@platform/db';
import { operationOf, plainAddress } from '@platform/http';
import type { Request } from 'express';
import type { Context } from '../../context';
import { type Caller, credentialOf } from '../authentication/requirements';
import type { AuditEventKind } from './audit-events.dto';

export interface AuditEvent {
  readonly kind: `${AuditEventKind}`;
  readonly actor: string;
  readonly accountId: number | null;
  readonly companyId: number | null;
  readonly address: string | null;
  /** What else there is to know; never a secret. */
  readonly detail: Readonly<Record<string, string | boolean | undefined>>;
}

/** Who did something, and from where. */
export interface DoneBy {
  readonly actor: string;
  /** Null for the command line and the service key. */
  readonly actorAccountId: number | null;
  /** Null for the command line. */
  readonly address: string | null;
}

/** What a method reads of. */
export type Extent = 'one organization' | 'all organizations';

interface Controller {
  recordReading(extent: Extent): Promise<void>;
}

type Method<Result> = (this: Controller, ...parameters: never[]) => Promise<Result>;

/**
 * Records, before the method runs, that an operator or the service key reads an organization that is not
 * theirs, or all of them. Reports carry `@Report()` instead, which records every run.
 */
export function Audited(extent: Extent = 'one organization') {
  return <Result>(
    _controller: Controller,
    _name: string,
    descriptor: TypedPropertyDescriptor<Method<Result>>,
  ): void => {
    const method = descriptor.value!;
    descriptor.value = async function (...parameters) {
      await this.recordReading(extent);
      return method.apply(this, parameters);
    };
  };
}

/** Records that a report runs: after every check, before any row is read. */
export function recordReport(context: Context, request: Request, caller: Caller): Promise<void> {
  return recordAccess('report-run', context, request, caller);
}

/** Records what an operator or the service key reads of an organization that is not theirs, or of all. */
export async function recordReading(
  context: Context,
  request: Request,
  caller: Caller,
  extent: Extent,
): Promise<void> {
  const reading =
    extent === 'all organizations' ? { ...caller, organization: null, isForeign: true } : caller;
  if (reading.isForeign) await recordAccess('organization-read', context, request, reading);
}

function recordAccess(
  kind: AuditEvent['kind'],
  { db }: Context,
  request: Request,
  { principal, organization, isForeign }: Caller,
): Promise<void> {
  return recordEvent(db, {
    kind,
    ...actorOf(principal),
    companyId: organization?.id ?? null,
    address: plainAddress(request.ip),
    detail: { ...describeCall(request, principal), isAcrossOrganizations: isForeign },
  });
}

/** A call as events describe it. */
export function describeCall(request: Request, principal: Principal) {
  return {
    method: request.method,
    route: operationOf(request)?.route,
    credential: credentialOf(principal),
  };
}

/** Records who did what; whatever it allows happens only once it is recorded. */
export async function recordEvent({ prisma }: Database, event: AuditEvent): Promise<void> {
  await prisma.auditEvent.create({ data: event, select: { id: true } });
}

/** A principal as the audit names it. */
export function actorOf(principal: Principal): { actor: string; accountId: number | null } {
  return principal.kind === 'platform'
    ? { actor: 'service key', accountId: null }
    : { actor: principal.account.email, accountId: principal.account.id };
}
