import { t } from '@lingui/core/macro';
import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../api/client';
import { achievementsQuery } from '../../api/queries';
import { count } from '../../text/format';

export function AchievementFilter(props: {
  organization: string;
  chosen: string | undefined;
  name: string | undefined;
  onChange: (achievement: string) => void;
}) {
  const { organization, chosen, name, onChange } = props;
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 250);
  const found = useQuery({
    ...achievementsQuery(organization, q, 'lacking'),
    placeholderData: keepPreviousData,
  });
  const facts = new Map(found.data?.items.map(item => [item.achievementId, item]));
  const options = (found.data?.items ?? []).map(({ achievementId, achievementName }) => ({
    value: achievementId,
    label: achievementName,
  }));
  // What is chosen is no answer to a search.
  const isThere =
    text !== '' || chosen === undefined || options.some(({ value }) => value === chosen);
  const data = isThere ? options : [{ value: chosen, label: name ?? '…' }, ...options];
  return (
    <Select
      label={t`Achievement`}
      data={data}
      value={chosen ?? null}
      onChange={value => value !== null && onChange(value)}
      // The name of what is chosen, which the field shows, is no search.
      onSearchChange={typed => setText(data.some(({ label }) => label === typed) ? '' : typed)}
      filter={({ options: all }) => all}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Facts of={facts.get(option.value)} />
        </div>
      )}
      searchable
      // For Enter, once the options are those of what was typed.
      selectFirstOptionOnChange={text !== '' && text === q && !found.isPlaceholderData}
      allowDeselect={false}
      nothingFoundMessage={t`No achievement of that name. Competencies are in the matrix.`}
      w={{ base: '100%', sm: 280 }}
    />
  );
}

function Facts({ of }: { of: Schemas['HeldAchievement'] | undefined }) {
  if (of === undefined) return null;
  const { lacking = 0, holders } = of;
  return (
    <Text size="xs" c="dimmed">
      {lacking > 0
        ? t`${{ lacking: count(lacking) }} need it and lack it · ${{ holders: count(holders) }} hold it in all`
        : t`${{ holders: count(holders) }} hold it in all`}
    </Text>
  );
}
