import { UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { Direction } from './columns';

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
