import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { root } from '../../scratch/programs.js';
import type { ServiceName } from '../../scratch/services.js';

/** How a service records events, numbers them and writes them as lines. */
export interface AuditedService {
  readonly name: ServiceName;
  readonly table: string;
  readonly sequence: string;
  /** Records an event of an actor ($1). */
  readonly record: string;
  /** Has the events numbered and written soon; null where it is always soon. */
  readonly hurry: string | null;
  readonly isValid: ValidateFunction;
  /** What a line says of its event. */
  read(line: Readonly<Record<string, unknown>>): { number: number; actor: string };
}

function schemaOf(name: string): ValidateFunction {
  const file = path.join(root, 'docs', 'contract', `${name}.schema.json`);
  return new Ajv2020().compile(JSON.parse(readFileSync(file, 'utf8')) as object);
}

export const AUDITED: readonly AuditedService[] = [
  {
    name: 'reporting',
    table: 'reporting.audit_event',
    sequence: 'reporting.audit_sequence',
    record: "insert into reporting.audit_event (kind, actor) values ('sign-out', $1)",
    hurry: "insert into reporting_jobs_12.job (name, data) values ('audit-log', '{}')",
    isValid: schemaOf('audit-event'),
    read: line => ({ number: line.number as number, actor: line.actor as string }),
  },
  {
    name: 'versioning',
    table: 'versioning.key_event',
    sequence: 'versioning.audit_sequence',
    record:
      "insert into versioning.key_event (kind, actor, key_name) values ('KeyIssued', $1, 'drill')",
    hurry: null,
    isValid: schemaOf('key-event'),
    read: line => ({ number: line.Number as number, actor: line.Actor as string }),
  },
];
