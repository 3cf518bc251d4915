import { Group, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiOf, read } from '../../api/client';
import { count } from '../../text/format';

/** The achievements that a search finds, most widely held first. */
export function useAchievements(organization: string, q: string) {
  return useQuery({
    queryKey: ['achievements', organization, q],
    queryFn: ({ signal }) =>
      read(
        apiOf(organization).GET('/reporting/achievement-gaps/achievements', {
          signal,
          params: { query: { pageSize: 50, ...(q !== '' && { q }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** "Achievement": the one that the page is about. */
export function AchievementFilter(props: {
  organization: string;
  chosen: string | undefined;
  name: string | undefined;
  onChange: (achievement: string) => void;
}) {
  const { organization, chosen, name, onChange } = props;
  const [text, setText] = useState('');
  // What the field shows is no search.
  const [q] = useDebouncedValue(text === name ? '' : text, 250);
  const found = useAchievements(organization, q);
  const holders = new Map(found.data?.items.map(item => [item.achievementId, item.holders]));
  const options = (found.data?.items ?? []).map(({ achievementId, achievementName }) => ({
    value: achievementId,
    label: achievementName,
  }));
  const isThere = chosen === undefined || options.some(({ value }) => value === chosen);
  return (
    <Select
      label="Achievement"
      data={isThere ? options : [{ value: chosen, label: name ?? '…' }, ...options]}
      value={chosen ?? null}
      onChange={value => value !== null && onChange(value)}
      onSearchChange={setText}
      filter={({ options: all }) => all}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" w="100%">
          <span>{option.label}</span>
          <Text span size="xs" c="dimmed">
            {count(holders.get(option.value) ?? 0)} hold it
          </Text>
        </Group>
      )}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No achievement of that name"
      w={{ base: '100%', sm: 340 }}
    />
  );
}
