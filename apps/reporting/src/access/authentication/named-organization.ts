import { invalidFields, operationOf, type Problem } from '@platform/http';
import type { Request } from 'express';
import { refusals } from './refusals';

/** What a request says of its organization: a handle (X-Company), an id (companyId). */
export interface NamedOrganization {
  readonly handle: string | null;
  readonly companyId: string | null;
  /** Whether it sends companyId at all, well-formed or not. */
  readonly usesId: boolean;
  /** What is wrong with it; told only once the caller is known. */
  readonly fault: Problem | null;
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Reads X-Company, and `companyId` of operations that take it; elsewhere it is an unknown parameter. An
 * empty header names nothing.
 */
export function readNamedOrganization(request: Request): NamedOrganization {
  const [handle = null, ...others] = new Set(
    (request.headersDistinct['x-company'] ?? []).map(value => value.trim()).filter(Boolean),
  );
  const companyId = takesId(request) ? request.query.companyId : undefined;
  const usesId = companyId !== undefined;
  const fault =
    others.length > 0
      ? invalidFields([{ field: 'X-Company', message: 'is given twice, for two organizations' }])
      : faultOf(companyId);
  if (fault) return { handle: null, companyId: null, usesId, fault };
  const id = typeof companyId === 'string' ? companyId.toLowerCase() : null;
  return { handle, companyId: id, usesId, fault };
}

function takesId(request: Request): boolean {
  return request.res !== undefined && operationOf(request.res)?.query.has('companyId') === true;
}

function faultOf(companyId: unknown): Problem | null {
  if (companyId === undefined) return null;
  if (typeof companyId !== 'string') {
    return invalidFields([{ field: 'companyId', message: 'is given twice' }]);
  }
  if (companyId === '') {
    return invalidFields([{ field: 'companyId', message: 'is empty; leave it out instead' }]);
  }
  return UUID.test(companyId) ? null : refusals.unknownCompany();
}
