import { t } from '@lingui/core/macro';
import { Select } from '@mantine/core';
import { apiQuery } from '../../api/client';
import { useFilter } from '../../ui/filters';
import { useSearchResults } from '../../ui/select-fields';

export function AccountFilter() {
  const [value, set] = useFilter<string>('account');
  const { data, setTyped } = useSearchResults(q =>
    apiQuery('accounts-found', null, '/security/accounts', {
      params: { query: { q: q || undefined, pageSize: 20 } },
    }),
  );
  const options = (data?.items ?? []).map(({ id, name, email, organizations }) => ({
    value: id,
    label: `${name} · ${email ?? organizations.find(({ code }) => code !== null)?.code ?? t`no e-mail`}`,
  }));
  const isListed = value === undefined || options.some(option => option.value === value);
  return (
    <Select
      label={t`Account`}
      placeholder={t`All`}
      data={isListed ? options : [{ value, label: t`Account ${value.slice(0, 8)}…` }, ...options]}
      value={value ?? null}
      onChange={chosen => set(chosen ?? undefined)}
      onSearchChange={typed => setTyped(typed.split(' · ')[0]!.trim())}
      filter={({ options: all }) => all}
      searchable
      clearable
      nothingFoundMessage={t`No account with that name, e-mail or code`}
      w={{ base: '100%', sm: 320 }}
    />
  );
}
