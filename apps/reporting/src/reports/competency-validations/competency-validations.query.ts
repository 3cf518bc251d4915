import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import type { PageRequest } from '../../wire-format';
import { formatTimestampOrNull } from '../../wire-format';
import type { Scope } from '../compliance/find-scope';
import { runWithin, streamWithin } from '../organization-scope';
import type {
  CompetencyStanding,
  CompetencyValidation,
  CompetencyValidationPage,
} from './competency-validations.dto';

export interface ValidationFilter extends Scope {
  /** The standing now. */
  readonly status: CompetencyStanding | null;
  readonly expiresBefore: Date | null;
  readonly q: string | null;
  /** The instant at which standings are judged. */
  readonly now: Date;
}

/** What is recorded, as the statement gives it. */
export type ValidationRow = Omit<CompetencyValidation, 'validatedAt' | 'expiresAt'> & {
  total: number | null;
  validatedAt: Date | null;
  expiresAt: Date | null;
};

const statement = readStatement<ValidationRow>(__dirname, 'competency-validations.sql');

/** A page of what is recorded of the members reported on (decisions-reporting, "Competency validations"). */
export async function findValidations(
  db: Database,
  organization: Organization,
  filter: ValidationFilter,
  { page, pageSize, offset }: PageRequest,
  signal: AbortSignal,
): Promise<CompetencyValidationPage> {
  const read = (limit: number, from: number) =>
    runWithin(db, organization, statement, { ...filter, limit, offset: from }, { signal });
  const rows = await read(pageSize, offset);
  // Past the end there is no row to tell the total.
  const [counted] = rows.length > 0 || offset === 0 ? rows : await read(1, 0);
  return { items: rows.map(toValidation), total: counted?.total ?? 0, page, pageSize };
}

/** All of it, in batches. */
export function streamValidations(
  db: Database,
  organization: Organization,
  filter: ValidationFilter,
  signal: AbortSignal,
): AsyncGenerator<ValidationRow[]> {
  const everything = { ...filter, limit: null, offset: 0 };
  return streamWithin(db, organization, statement, everything, { signal });
}

function toValidation({ total: _, validatedAt, expiresAt, ...row }: ValidationRow) {
  return {
    ...row,
    validatedAt: formatTimestampOrNull(validatedAt),
    expiresAt: formatTimestampOrNull(expiresAt),
  };
}
