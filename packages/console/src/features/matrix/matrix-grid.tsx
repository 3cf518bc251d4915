import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type MouseEvent, memo, useRef } from 'react';
import { count } from '../../text/format';
import { useTabStop } from '../../ui/grid';
import { PersonLink } from '../../ui/table/columns';
import { type Column, cellWords, columnName, kindOf, type Person, SIGNS } from './matrix';

export interface Place {
  readonly memberId: string;
  readonly columnId: string;
}

/** A grid of people (rows) by requirements (columns) with one tab stop. Enter opens a cell. */
export function MatrixGrid(props: {
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
      <table
        role="grid"
        aria-label={t`Matrix`}
        aria-rowcount={people.length + 1}
        onClick={open}
        onKeyDown={press}
      >
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
  return t`${columnName(column)} (${measurement.name}): ${lacking} of ${people} people who need it lack it`;
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
      <td title={t`${lacking} of ${required} requirements lacking`}>
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
