import { plural, t } from '@lingui/core/macro';
import { Box, Group, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useRef, useState } from 'react';
import { count, Day, Dimmed } from '../../text/format';
import { Dialog } from '../../ui/buttons';
import { Facts } from '../../ui/figure';
import { useTabStop } from '../../ui/grid';
import { PrintedBy } from '../../ui/organization-page';
import { StatusBadge } from '../../ui/status-badge';
import { PersonLink } from '../../ui/table/columns';
import { TableAction } from '../../ui/table/table-actions';
import {
  type Column,
  cellWords,
  columnName,
  type Kind,
  kindOf,
  LEGEND,
  type Matrix,
  type Person,
  SIGNS,
} from './matrix';

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
  // A cell that has vanished would open again by itself once it is back.
  if (place !== null && opened === null) setPlace(null);
  const all = count(summary.people);
  const lacking = count(summary.required - summary.satisfied);
  const required = count(summary.required);
  return (
    <>
      <PrintedBy asOf={matrix.asOf} />
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {plural(summary.peopleLacking, {
            one: `# of ${all} people lacks something: ${lacking} of ${required} requirements.`,
            other: `# of ${all} people lack something: ${lacking} of ${required} requirements.`,
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
        <Dimmed key={kind} size="xs">
          <Sign kind={kind} /> {LEGEND[kind]}
        </Dimmed>
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
    <Box className="surface whole" component="article" p="sm" mt="xs" aria-label={member.name}>
      <Group justify="space-between" gap="xs">
        <PersonLink id={member.id} name={member.name} />
        <Text size="sm">{t`${count(satisfied)} of ${count(required)}`}</Text>
      </Group>
      <Dimmed size="xs">{[member.code, member.jobTitle].filter(Boolean).join(' · ')}</Dimmed>
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
        <Dimmed size="xs" mt={6}>
          {t`${count(others)} more among other requirements`}
        </Dimmed>
      )}
    </Box>
  );
}

interface Place {
  readonly memberId: string;
  readonly columnId: string;
}

/** A grid of people (rows) by requirements (columns) with one tab stop. Enter opens a cell. */
function MatrixGrid(props: {
  people: readonly Person[];
  columns: readonly Column[];
  onOpen: (place: Place) => void;
}) {
  const { people, columns, onOpen } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { stop, move, setActive } = useTabStop(
    people.length,
    columns.length,
    ({ row, column }) => body.current?.rows[row]?.cells[column + 2],
  );
  const open = (event: MouseEvent | KeyboardEvent) => {
    const place = placeOf(event.target);
    if (!place) return;
    setActive(place);
    const [person, shown] = [people[place.row]!, columns[place.column]!];
    const isFilled = person.cells.some(({ column }) => column === shown.index);
    if (isFilled) onOpen({ memberId: person.member.id, columnId: shown.id });
  };
  const press = (event: KeyboardEvent) => {
    if (!placeOf(event.target)) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(event);
    } else move(event);
  };
  return (
    <div
      className="surface grid matrix"
      role="region"
      aria-label={t`Matrix, scrollable`}
      tabIndex={0}
    >
      <table role="grid" aria-label={t`Matrix`} onClick={open} onKeyDown={press}>
        <thead>
          <tr>
            <th scope="col">{t`Person`}</th>
            <th scope="col">{t`Lacking`}</th>
            {columns.map(each => (
              <th key={each.id} scope="col" title={headWords(each)}>
                <span>{columnName(each)}</span>
                <small aria-hidden="true">{each.lacking === 0 ? '' : count(each.lacking)}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {people.map((person, index) => (
            <PersonRow
              key={person.member.id}
              person={person}
              columns={columns}
              tabStop={index === stop.row ? stop.column : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function headWords({ measurement, people, lacking, ...column }: Column): string {
  return t`${columnName(column)} (${measurement.name}): ${count(lacking)} of ${count(people)} people who need it lack it`;
}

/** Returns the row and column of a cell; null for other elements. */
function placeOf(target: EventTarget): { row: number; column: number } | null {
  const cell = target instanceof Element ? target.closest('td[data-cell]') : null;
  if (!(cell instanceof HTMLTableCellElement)) return null;
  const { rowIndex } = cell.parentElement as HTMLTableRowElement;
  return { row: rowIndex - 1, column: cell.cellIndex - 2 };
}

const PersonRow = memo(function PersonRow(props: {
  person: Person;
  columns: readonly Column[];
  /** The column of the tab stop, if it is in this row. */
  tabStop: number | null;
}) {
  const { person, columns, tabStop } = props;
  const { member, required, satisfied } = person;
  const cells = new Map(person.cells.map(cell => [cell.column, cell]));
  const lacking = required - satisfied;
  return (
    <tr>
      <th scope="row">
        <PersonLink id={member.id} name={member.name} />
        <small>{[member.code, member.jobTitle].filter(Boolean).join(' · ')}</small>
      </th>
      <td title={t`${count(lacking)} of ${count(required)} requirements lacking`}>
        {lacking === 0 ? '' : `${count(lacking)}/${count(required)}`}
      </td>
      {columns.map((column, index) => {
        const cell = cells.get(column.index);
        const words = cell === undefined ? t`not required` : cellWords(cell);
        const label = `${member.name}, ${columnName(column)}: ${words}`;
        return (
          <td
            key={column.id}
            role="gridcell"
            data-cell={cell === undefined ? '' : kindOf(cell)}
            aria-label={label}
            title={cell && label}
            tabIndex={tabStop === index ? 0 : -1}
          >
            {cell && SIGNS[kindOf(cell)]}
          </td>
        );
      })}
    </tr>
  );
});
