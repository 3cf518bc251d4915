import { Switch } from '@mantine/core';

/** Whether what is not required is left out, as it is by default. Apart from the other filters, which the first page loads. */
export function RequiredFilter(props: {
  label: string;
  required: 'all' | undefined;
  onChange: (change: { required: 'all' | undefined }) => void;
}) {
  return (
    <Switch
      label={props.label}
      checked={props.required !== 'all'}
      onChange={({ currentTarget }) =>
        props.onChange({ required: currentTarget.checked ? undefined : 'all' })
      }
      mt={32}
    />
  );
}
