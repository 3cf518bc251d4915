import { t } from '@lingui/core/macro';
import { Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Copy, Printer } from 'lucide-react';
import { Icon } from '../icons';

/** What can be done with the rows of a table. */
export function TableActions(props: {
  toText: () => string;
  print: () => void;
  isPreparing: boolean;
}) {
  const { toText, print, isPreparing } = props;
  return (
    <Group gap={4} className="no-print">
      <CopyRows toText={toText} />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<Icon of={Printer} size={16} />}
        loading={isPreparing}
        onClick={print}
      >
        {t`Print`}
      </Button>
    </Group>
  );
}

/** The text is made when the button is pressed: a table can have 50,000 rows. */
function CopyRows({ toText }: { toText: () => string }) {
  const { copied, copy } = useClipboard();
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<Icon of={Copy} size={16} />}
      title={t`Copy the rows for a spreadsheet`}
      onClick={() => copy(toText())}
    >
      {copied ? t`Copied` : t`Copy`}
    </Button>
  );
}
