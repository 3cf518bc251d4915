import { Button } from '@mantine/core';
import { daysName } from '../../text/format';
import { Nothing } from '../../ui/page';
import type { Range } from './period';

export const KIND_NAMES = { achievement: 'Achievements', competency: 'Competencies' } as const;

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
    ...(q === undefined ? [] : [`“${q}” under “Search”`]),
    ...(departments === undefined ? [] : [`${departments.length} under “Departments”`]),
    ...(kinds === undefined ? [] : [`“${KIND_NAMES[kinds]}” under “Kinds”`]),
    ...(required === 'all' ? [] : ['“Required only”']),
  ];
  const isNarrowed = q !== undefined || departments !== undefined || kinds !== undefined;
  return (
    <Nothing title={isNarrowed ? 'Nothing fits these filters' : 'Nothing expires in this time'}>
      {daysName(range.first, range.last)}
      {narrowing.length > 0 && `, with ${narrowing.join(', ')}`}.{' '}
      {isNarrowed ? 'Clear the filters, or choose' : 'Choose'} a longer “Period”
      {required === 'all' ? '.' : ', or include what is not required.'}
      {isNarrowed && (
        <Button
          size="xs"
          variant="default"
          display="block"
          mx="auto"
          mt="sm"
          onClick={() => onClear({ q: undefined, departments: undefined, kinds: undefined })}
        >
          Clear the filters
        </Button>
      )}
    </Nothing>
  );
}
