import { plural, t } from '@lingui/core/macro';
import { Box, Group, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { count, Day } from '../../text/format';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/figure';
import { PrintedBy } from '../../ui/organization-page';
import { StatusBadge } from '../../ui/status-badge';
import { PersonLink } from '../../ui/table/columns';
import { TableAction } from '../../ui/table/table-actions';
import {
  cellWords,
  columnName,
  type Kind,
  kindOf,
  LEGEND,
  type Matrix,
  type Person,
  SIGNS,
} from './matrix';
import { MatrixGrid, type Place } from './matrix-grid';

/** The figures and cells of a matrix: a grid, or on a phone a card per person. */
export function MatrixView(props: {
  matrix: Matrix;
  /** Renders the actions for the record of a cell. */
  recordOf: ((memberId: string, itemId: string) => ReactNode) | null;
}) {
  const { matrix, recordOf } = props;
  // IDs instead of the cell, which changes when something is recorded.
  const [place, setPlace] = useState<Place | null>(null);
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const { summary, items, columns } = matrix;
  const opened = place && cellAt(matrix, place);
  const all = count(summary.people);
  const lacking = count(summary.required - summary.satisfied);
  const required = count(summary.required);
  return (
    <>
      <PrintedBy asOf={matrix.asOf} />
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {plural(summary.peopleLacking, {
            one: `# of ${all} people has gaps: ${lacking} of ${required} requirements.`,
            other: `# of ${all} people have gaps: ${lacking} of ${required} requirements.`,
          })}
        </Text>
        <TableAction icon={Printer} className="no-print" onClick={() => window.print()}>
          {t`Print`}
        </TableAction>
      </Group>
      <Legend />
      {isNarrow ? (
        items.map(person => (
          <PersonCard key={person.member.id} {...{ person, columns }} onOpen={setPlace} />
        ))
      ) : (
        <MatrixGrid people={items} columns={columns} onOpen={setPlace} />
      )}
      <Dialog
        opened={opened !== null}
        onClose={() => setPlace(null)}
        title={opened === null ? '' : `${opened.person.member.name}: ${columnName(opened.column)}`}
      >
        {opened !== null && <CellDetails {...opened} recordOf={recordOf} />}
      </Dialog>
    </>
  );
}

function cellAt({ items, columns }: Matrix, { memberId, columnId }: Place) {
  const person = items.find(({ member }) => member.id === memberId);
  const column = columns.find(({ id }) => id === columnId);
  const cell = person?.cells.find(each => each.column === column?.index);
  return person && column && cell ? { person, column, cell } : null;
}

function Legend() {
  return (
    <Group gap="md" mb="xs">
      {(Object.keys(LEGEND) as Kind[]).map(kind => (
        <Text key={kind} size="xs" c="dimmed">
          <Sign kind={kind} /> {LEGEND[kind]}
        </Text>
      ))}
    </Group>
  );
}

function Sign({ kind }: { kind: Kind }) {
  return (
    <span className="matrix-sign" data-cell={kind} aria-hidden="true">
      {SIGNS[kind]}
    </span>
  );
}

function CellDetails(
  props: NonNullable<ReturnType<typeof cellAt>> &
    Pick<Parameters<typeof MatrixView>[0], 'recordOf'>,
) {
  const { person, column, cell, recordOf } = props;
  const facts = [
    [t`Measurement`, column.measurement.name],
    [t`Required`, cell.isRequired ? t`Yes` : t`No`],
    [t`Held since`, <Day key="since" at={cell.heldSince} />],
    [t`Expires`, <Day key="expires" at={cell.expiresAt} />],
    [t`Departments`, person.departments.map(({ name }) => name).join('; ')],
  ] as const;
  return (
    <>
      <StatusBadge status={cell.status} isSatisfied={cell.isSatisfied} />
      <Facts facts={facts} />
      <Group justify="space-between" gap="xs">
        <Link className="person" to="/people/$memberId" params={{ memberId: person.member.id }}>
          {t`Open the person`}
        </Link>
        {recordOf?.(person.member.id, column.id)}
      </Group>
    </>
  );
}

/** What a person lacks and what expires soon, each of which opens, and the number of other missing requirements. */
function PersonCard(props: {
  person: Person;
  columns: Matrix['columns'];
  onOpen: (place: Place) => void;
}) {
  const { person, columns, onOpen } = props;
  const { member, cells, required, satisfied } = person;
  const byIndex = new Map(columns.map(column => [column.index, column]));
  const shown = cells.filter(cell => ['bad', 'open', 'soon'].includes(kindOf(cell)));
  const others = required - satisfied - shown.filter(cell => !cell.isSatisfied).length;
  return (
    <Box className="surface" component="article" p="sm" mt="xs" aria-label={member.name}>
      <Group justify="space-between" gap="xs">
        <PersonLink id={member.id} name={member.name} />
        <Text size="sm">{t`${count(satisfied)} of ${count(required)}`}</Text>
      </Group>
      <Text size="xs" c="dimmed">
        {[member.code, member.jobTitle].filter(Boolean).join(' · ')}
      </Text>
      {shown.map(cell => {
        const column = byIndex.get(cell.column)!;
        return (
          <UnstyledButton
            key={cell.column}
            className="matrix-line"
            fz="sm"
            onClick={() => onOpen({ memberId: member.id, columnId: column.id })}
          >
            <Sign kind={kindOf(cell)} />
            {columnName(column)}
            <Text span size="xs" c="dimmed">
              {cellWords(cell)}
            </Text>
          </UnstyledButton>
        );
      })}
      {others > 0 && (
        <Text size="xs" c="dimmed" mt={6}>
          {t`${count(others)} more among other requirements`}
        </Text>
      )}
    </Box>
  );
}
