import { t } from '@lingui/core/macro';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
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
        {columns.map(({ id, header, align, isOfScreen }) => {
          const direction = sorting?.id === id ? sorting.direction : null;
          return (
            <th
              key={id}
              scope="col"
              data-align={align}
              className={isOfScreen && 'no-print'}
              aria-sort={direction === null ? undefined : ARIA_SORT[direction]}
            >
              {sorting?.isSortable(id) === true ? (
                <SortButton
                  header={header}
                  direction={direction}
                  onSort={next => sorting.onSort(id, next)}
                />
              ) : (
                header
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const ARROWS = { asc: '↑', desc: '↓', none: '↕' } as const;
export const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

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
