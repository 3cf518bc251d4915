import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { daysName } from '../../text/format';
import { Nothing } from '../../ui/page';
import type { Range } from './period';

export const KIND_NAMES = { achievement: t`Achievements`, competency: t`Competencies` } as const;

interface Filters {
  readonly q?: string | undefined;
  readonly departments?: readonly string[] | undefined;
  readonly kinds?: keyof typeof KIND_NAMES | undefined;
  readonly required?: 'all' | undefined;
}
type Cleared = Readonly<Record<'q' | 'departments' | 'kinds', undefined>>;

/** An empty period: its days, and the filters that may be why. */
export function NothingExpires(props: {
  range: Range;
  filters: Filters;
  onClear: (cleared: Cleared) => void;
}) {
  const { range, filters, onClear } = props;
  const { departments, kinds, required, q } = filters;
  const narrowing = [
    ...(q === undefined ? [] : [t`“${q}” under “Search”`]),
    ...(departments === undefined ? [] : [t`${departments.length} under “Departments”`]),
    ...(kinds === undefined ? [] : [t`“${KIND_NAMES[kinds]}” under “Kinds”`]),
    ...(required === 'all' ? [] : [t`“Required only”`]),
  ];
  const isNarrowed = q !== undefined || departments !== undefined || kinds !== undefined;
  return (
    <Nothing title={isNarrowed ? t`Nothing fits these filters` : t`Nothing expires in this time`}>
      {[daysName(range.first, range.last), ...narrowing].join(', ')}.{' '}
      {isNarrowed
        ? required === 'all'
          ? t`Clear the filters, or choose a longer “Period”.`
          : t`Clear the filters, or choose a longer “Period”, or include what is not required.`
        : required === 'all'
          ? t`Choose a longer “Period”.`
          : t`Choose a longer “Period”, or include what is not required.`}
      {isNarrowed && (
        <Button
          size="xs"
          variant="default"
          display="block"
          mx="auto"
          mt="sm"
          onClick={() => onClear({ q: undefined, departments: undefined, kinds: undefined })}
        >
          {t`Clear the filters`}
        </Button>
      )}
    </Nothing>
  );
}
