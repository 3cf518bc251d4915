import { t } from '@lingui/core/macro';
import { Box, Group, Progress, Text } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { score } from '../../counts';
import { count, percent } from '../../text/format';
import { Figure } from '../../ui/figure';
import { statusName } from '../../ui/status-badge';
import { WORDS } from '../../words';

const COLORS = {
  missing: 'var(--scale-6)',
  Pending: 'var(--scale-5)',
  Expired: 'var(--scale-4)',
  Submitted: 'var(--scale-3)',
} as const;

/** The size of the roster, how many hold the achievement, and the gaps by status, as figures and a bar. */
export function GapSummary(props: { summary: Schemas['GapSummary']; isRequired: boolean }) {
  const { summary, isRequired } = props;
  const { roster, valid, gaps, standings, excludedNoPersonType } = summary;
  const parts = [
    { name: statusName('Valid'), people: valid, color: 'var(--scale-1)' },
    ...standings.map(({ status, people }) => ({
      name: statusName(status),
      people,
      color: COLORS[status],
    })),
  ];
  return (
    <Box className="surface" p="md" mb="md">
      <Group gap="xl" mb="sm">
        <Figure
          label={isRequired ? t`People who need it` : t`People, whether or not they need it`}
          value={count(roster)}
        />
        <Figure label={t`Hold it`} value={t`${count(valid)} of ${count(roster)}`} />
        <Figure
          label={t`Lack it`}
          value={t`${count(gaps)} of ${count(roster)}`}
          about={WORDS.gap}
        />
        <Figure label={t`Covered`} value={percent(score({ satisfied: valid, required: roster }))} />
        {excludedNoPersonType > 0 && (
          <Figure label={t`Not counted: no person type`} value={count(excludedNoPersonType)} />
        )}
      </Group>
      <Progress.Root size={14} radius="sm" aria-hidden="true">
        {parts.map(({ name, people, color }) => (
          <Progress.Section
            key={name}
            value={roster === 0 ? 0 : (people / roster) * 100}
            color={color}
            style={{ borderRight: '1px solid var(--page-surface)' }}
          />
        ))}
      </Progress.Root>
      <Group gap="lg" mt="xs">
        {parts.map(({ name, people, color }) => (
          <Group key={name} gap={6}>
            <Box className="swatch" bg={color} />
            <Text size="sm">
              {name} <b>{count(people)}</b>
            </Text>
          </Group>
        ))}
      </Group>
    </Box>
  );
}
