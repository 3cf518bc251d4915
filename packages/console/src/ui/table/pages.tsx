import { t } from '@lingui/core/macro';
import { Group, Pagination } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { count, Dimmed } from '../../text/format';
import { useFilter } from '../filters';

const CONTROLS = {
  first: t`first page`,
  previous: t`previous page`,
  next: t`next page`,
  last: t`last page`,
} as const;

export interface PagesProps {
  /** The accessible name of the navigation. */
  label?: string;
  total: number;
  /** False if there are more than `total`. */
  isTotalExact?: boolean;
  page: number;
  pageSize: number;
  /** Shows another page; by default, sets the page in the address. */
  onPage?: ((page: number, options?: { replace?: boolean }) => void) | undefined;
}

/** Pagination. A page past the end is replaced by the last one. */
export function Pages(props: PagesProps) {
  const [, setPage] = useFilter<number>('page');
  const { label = t`Pages of the table`, total, isTotalExact = true, pageSize } = props;
  const { onPage = setPage } = props;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(props.page, pages);
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  const isBeyond = props.page > pages;
  const showLast = useEffectEvent(() => onPage(pages, { replace: true }));
  useEffect(() => {
    if (isBeyond) showLast();
  }, [isBeyond]);
  return (
    <Group className="no-print" justify="space-between" gap="xs" mt="sm">
      <Dimmed>
        {total === 0
          ? t`None`
          : isTotalExact
            ? t`${count(first)}–${count(last)} of ${count(total)}`
            : t`${count(first)}–${count(last)} of more than ${count(total)}`}
      </Dimmed>
      {total > pageSize && (
        <Pagination
          role="navigation"
          aria-label={label}
          size="sm"
          total={pages}
          value={page}
          onChange={next => onPage(next)}
          getControlProps={control => ({ 'aria-label': CONTROLS[control] })}
          getItemProps={item => ({ 'aria-label': t`Page ${item}` })}
        />
      )}
    </Group>
  );
}
