import { t } from '@lingui/core/macro';
import { Box, Group, Text } from '@mantine/core';
import { SCALE_LABELS } from '../../text/format';

/** What the shades of the heat map stand for. */
export function Scale() {
  return (
    <Group gap="md" mt="xs" justify="space-between">
      <Text size="xs" c="dimmed" className="no-print">
        {t`A cell leads to its people. Arrow keys move between cells; a heading sorts.`}
      </Text>
      <Group gap={10} aria-hidden="true">
        {SCALE_LABELS.map((label, step) => (
          <Group key={label} gap={4}>
            <Box className="swatch" bg={`var(--scale-${step})`} />
            <Text size="xs" c="dimmed">
              {label}
            </Text>
          </Group>
        ))}
      </Group>
    </Group>
  );
}
