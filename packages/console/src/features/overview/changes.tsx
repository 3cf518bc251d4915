import { t } from '@lingui/core/macro';
import { Box, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { score } from '../../counts';
import { change, Dimmed, monthName, percent } from '../../text/format';
import { type ComplianceMap, cellKey, moved, type PastMonth } from './compliance-map';

const MAX_CHANGES = 5;

interface Change {
  readonly id: string;
  readonly department: string;
  readonly measurement: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly by: number;
}

export function Changes({ map, lastMonth }: { map: ComplianceMap; lastMonth: PastMonth | null }) {
  const changes = lastMonth === null ? [] : toChanges(map, lastMonth);
  const declined = changes.filter(({ by }) => by < 0).slice(0, MAX_CHANGES);
  const improved = changes.filter(({ by }) => by > 0).slice(-MAX_CHANGES);
  return (
    <Box
      component="section"
      className="surface"
      p="md"
      mt="md"
      aria-label={t`Changed most since last month`}
    >
      <Title order={2} size="h5" mb="xs">
        {lastMonth === null
          ? t`Changed most since last month`
          : t`Changed most since ${monthName(lastMonth.month)}`}
      </Title>
      {changes.length === 0 ? (
        <Dimmed>
          {lastMonth === null
            ? t`Nothing to compare with yet: this needs a weekly snapshot from last month.`
            : t`No share has changed.`}
        </Dimmed>
      ) : (
        <SimpleGrid minColWidth="min(280px, 100%)" autoFlow="auto-fit">
          <ChangeList title={t`▼ Declined`} changes={declined} />
          <ChangeList title={t`▲ Improved`} changes={improved.reverse()} />
        </SimpleGrid>
      )}
    </Box>
  );
}

/** Returns changes from the largest decline to the largest improvement. */
function toChanges(map: ComplianceMap, past: PastMonth): Change[] {
  return map.departments
    .flatMap(({ id, label, cells }) =>
      map.measurements.flatMap((measurement): Change[] => {
        const key = cellKey(id, measurement.key);
        const now = cells.get(measurement.key);
        const before = past.cells.get(key);
        const by = now === undefined ? null : moved(now, before);
        if (now === undefined || before === undefined || by === null || by === 0) return [];
        const names = { department: label, measurement: measurement.name };
        return [{ id: key, ...names, from: score(before), to: score(now), by }];
      }),
    )
    .sort((a, b) => a.by - b.by);
}

function ChangeList({ title, changes }: { title: string; changes: readonly Change[] }) {
  return (
    <Box>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      {changes.length === 0 && <Dimmed>{t`None`}</Dimmed>}
      <Stack component="ul" gap={8} m={0} p="4px 0" fz={13.5} lh={1.3}>
        {changes.map(({ id, department, measurement, from, to, by }) => (
          <Group component="li" key={id} gap={10} align="stretch" wrap="nowrap">
            <Text span inherit fw={700} miw={44} ta="right">
              {change(by)}
            </Text>
            <span>
              {department}
              <Dimmed size="xs">
                {measurement} · {percent(from)} → {percent(to)}
              </Dimmed>
            </span>
          </Group>
        ))}
      </Stack>
    </Box>
  );
}
