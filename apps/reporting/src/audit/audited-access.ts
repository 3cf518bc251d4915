import { operationOf, plainAddress } from '@platform/http';
import type { Request } from 'express';
import { type Caller } from '../http/caller';
import { actorOf, credentialOf, type Principal } from '../http/principal';
import type { RequestController } from '../http/request-controller';
import type { Context } from '../main/context';
import { type NewAuditEvent, recordEvent } from './audit';

export type Extent = 'one organization' | 'all organizations' | 'the audit';

type Method<Result> = (this: RequestController, ...parameters: never[]) => Promise<Result>;

/** Records foreign access before the method runs. Reports use `@Report()` instead. */
export function Audited(extent: Extent = 'one organization') {
  return <Result>(
    _controller: RequestController,
    _name: string,
    descriptor: TypedPropertyDescriptor<Method<Result>>,
  ): void => {
    const method = descriptor.value!;
    descriptor.value = async function (...parameters) {
      await recordReading(this.context, this.request, this.caller, extent);
      return method.apply(this, parameters);
    };
  };
}

/** Call it after all checks and before reading any rows. */
export function recordReport(context: Context, request: Request, caller: Caller): Promise<void> {
  return recordAccess('report-run', context, request, caller);
}

/** Records that an operator or the service key reads a foreign organization, or all organizations. */
export async function recordReading(
  context: Context,
  request: Request,
  caller: Caller,
  extent: Extent,
): Promise<void> {
  const readsAll = extent !== 'one organization' && !caller.isKeeper;
  const reading = readsAll ? { ...caller, organization: null, isForeign: true } : caller;
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
