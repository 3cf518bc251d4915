import { t } from '@lingui/core/macro';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { Column, Direction, Sorting } from './columns';

export function TableHead<Row>(props: {
  columns: readonly Column<Row>[];
  sorting: Sorting | null;
  canExpand: boolean;
}) {
  const { columns, sorting, canExpand } = props;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {canExpand && (
          <th className="opener">
            <VisuallyHidden>{t`Details`}</VisuallyHidden>
          </th>
        )}
        {columns.map(({ id, header, align, isScreenOnly }) => (
          <HeadCell
            key={id}
            header={header}
            data-align={align}
            className={isScreenOnly && 'no-print'}
            direction={sorting?.id === id ? sorting.direction : null}
            onSort={sorting?.isSortable(id) === true && (next => sorting.onSort(id, next))}
          />
        ))}
      </tr>
    </thead>
  );
}

const ARROWS = { asc: '↑', desc: '↓', none: '↕' } as const;
const ARIA_SORT = { asc: 'ascending', desc: 'descending', none: undefined } as const;

/** The header of a column, with a button to sort by it if possible. */
export function HeadCell(
  props: ComponentProps<'th'> & {
    header: string;
    direction: Direction | null;
    onSort: ((direction: Direction) => void) | false;
  },
) {
  const { header, direction, onSort, ...cell } = props;
  return (
    <th scope="col" aria-sort={ARIA_SORT[direction ?? 'none']} {...cell}>
      {onSort === false ? (
        header
      ) : (
        <UnstyledButton
          className="sort"
          onClick={() => onSort(direction === 'asc' ? 'desc' : 'asc')}
          title={header}
        >
          {header}
          <span aria-hidden="true" className="arrow">
            {ARROWS[direction ?? 'none']}
          </span>
        </UnstyledButton>
      )}
    </th>
  );
}
