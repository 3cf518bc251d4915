import { t } from '@lingui/core/macro';
import type { Column, Sorting } from './columns';
import { ARIA_SORT, SortButton } from './sort-button';

/** Column headers, which sort where the table can be sorted. */
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
            <span className="hidden-text">{t`Details`}</span>
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
