import type { Database } from '@platform/db';
import { operationOf, plainAddress } from '@platform/http';
import type { Request } from 'express';
import type { Context } from '../../context';
import type { Principal } from '../../principal';
import { type Caller, credentialOf } from '../authentication/requirements';
import type { AuditEventKind } from './audit-events.dto';

export interface NewAuditEvent {
  readonly kind: `${AuditEventKind}`;
  readonly actor: string;
  readonly accountId: number | null;
  readonly companyId: number | null;
  readonly address: string | null;
  /** Never a secret. */
  readonly detail: Readonly<Record<string, string | boolean | undefined>>;
}

export interface DoneBy {
  readonly actor: string;
  /** Null for the command line and the service key. */
  readonly actorAccountId: number | null;
  /** Null for the command line. */
  readonly address: string | null;
}

export type Extent = 'one organization' | 'all organizations' | 'the audit';

interface Controller {
  recordReading(extent: Extent): Promise<void>;
}

type Method<Result> = (this: Controller, ...parameters: never[]) => Promise<Result>;

/** Records, before the method runs, a foreign reading (`recordReading`). Reports carry `@Report()` instead. */
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

/** Runs after every check and before any row is read. */
export function recordReport(context: Context, request: Request, caller: Caller): Promise<void> {
  return recordAccess('report-run', context, request, caller);
}

/** Records that an operator or the service key reads a foreign organization, or all. */
export async function recordReading(
  context: Context,
  request: Request,
  caller: Caller,
  extent: Extent,
): Promise<void> {
  const isOfAll = extent !== 'one organization';
  const reading = isOfAll ? { ...caller, organization: null, isForeign: true } : caller;
  const kind = extent === 'the audit' ? 'audit-read' : 'organization-read';
  if (reading.isForeign) await recordAccess(kind, context, request, reading);
}

function recordAccess(
  kind: NewAuditEvent['kind'],
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

export function describeCall(request: Request, principal: Principal) {
  return {
    method: request.method,
    route: operationOf(request)?.route,
    credential: credentialOf(principal),
  };
}

/** The caller proceeds only once the event is recorded. */
export async function recordEvent({ prisma }: Database, event: NewAuditEvent): Promise<void> {
  await prisma.auditEvent.create({ data: event, select: { id: true } });
}

export function actorOf(principal: Principal): { actor: string; accountId: number | null } {
  return principal.kind === 'platform'
    ? { actor: 'service key', accountId: null }
    : { actor: principal.account.email, accountId: principal.account.id };
}
