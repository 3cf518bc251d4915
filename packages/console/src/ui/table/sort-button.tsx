import { UnstyledButton } from '@mantine/core';
import type { Direction } from './columns';

const ARROWS = { asc: '↑', desc: '↓', none: '↕' } as const;
export const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** The head of a column, which sorts by it. */
export function SortButton(props: {
  header: string;
  direction: Direction | null;
  onSort: (direction: Direction) => void;
}) {
  const { header, direction, onSort } = props;
  return (
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
  );
}
