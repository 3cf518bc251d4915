import { Switch } from '@mantine/core';
import { useFilter } from './filters';

/** A switch in line with the fields of other filters. */
export const FilterSwitch = Switch.withProps({ mb: 8, style: { alignSelf: 'end' } });

/**
 * A filter that is on with the value `on`, or without the value `off`. In a separate module, because the first page
 * does not need it.
 */
export function SwitchFilter(props: {
  name: string;
  label: string;
  on?: string;
  off?: string;
  title?: string;
}) {
  const { name, label, on, off, title } = props;
  const [value, set] = useFilter<string>(name);
  return (
    <FilterSwitch
      label={label}
      title={title}
      checked={off === undefined ? value === on : value !== off}
      onChange={({ currentTarget }) => set(currentTarget.checked ? on : off)}
    />
  );
}
