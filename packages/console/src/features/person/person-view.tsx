import { Text } from '@mantine/core';
import { count, percent, score } from '../../text/format';
import { Figure } from '../../ui/figure';
import { Nothing } from '../../ui/page';
import { StatusBadge } from '../../ui/status-badge';
import type { Column } from '../../ui/table/columns';
import { DataTable } from '../../ui/table/data-table';
import { dayColumn, requiredColumn } from '../../ui/table/record-columns';
import {
  byUrgency,
  countStates,
  type Person,
  type Requirement,
  SOON_DAYS,
  type State,
  stateOf,
} from './requirements';

/** What is required of a person, held, missing and about to expire. */
export function PersonView({ person, shown }: { person: Person; shown: State | undefined }) {
  const { requirements, affiliations, profiles } = person;
  const states = countStates(requirements);
  const rows = byUrgency(requirements).filter(row => shown === undefined || stateOf(row) === shown);
  const required = states.missing + states.expiring + states.held;
  const satisfied = required - states.missing;
  return (
    <>
      <div className="surface figures" role="group" aria-label="The person in figures">
        <Figure
          label="Satisfied of what is required"
          value={percent(score(satisfied, required))}
          note={`${count(satisfied)} of ${count(required)}`}
        />
        <Figure label="Missing" value={count(states.missing)} />
        <Figure label={`Expires within ${SOON_DAYS} days`} value={count(states.expiring)} />
      </div>
      <Text size="sm" c="dimmed" my="sm">
        {affiliations.map(row => `${row.department.name} (${row.function})`).join(', ')}
        {profiles.length > 0 &&
          ` · Profiles: ${[...new Set(profiles.map(({ name }) => name))].join('; ')}`}
      </Text>
      {rows.length === 0 ? (
        <Nothing title="Nothing to show">
          {requirements.length === 0
            ? 'Nothing is required, and nothing is held.'
            : 'Choose “Everything” under “Show”.'}
        </Nothing>
      ) : (
        <DataTable
          label="Requirements"
          columns={COLUMNS}
          rows={rows}
          rowId={({ kind, id }) => `${kind} ${id}`}
          caption={`${count(rows.length)} ${rows.length === 1 ? 'line' : 'lines'}, missing first`}
        />
      )}
    </>
  );
}

const COLUMNS: Column<Requirement>[] = [
  {
    id: 'status',
    header: 'Status',
    value: row => (row.status === 'missing' ? 'Missing' : row.status),
    cell: row => <StatusBadge status={row.status} />,
    width: 140,
  },
  {
    id: 'name',
    header: 'Requirement',
    value: row => [row.number, row.name].filter(Boolean).join(' '),
    width: 300,
  },
  { id: 'measurement', header: 'Measurement', value: row => row.measurement.name, width: 220 },
  requiredColumn(),
  dayColumn('expires', 'Expires', row => row.expiresAt),
  dayColumn('since', 'Held since', row => row.heldSince),
  { id: 'validator', header: 'Validated by', value: row => row.validatorName, width: 170 },
];
