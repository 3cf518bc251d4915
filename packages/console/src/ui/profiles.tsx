import { t } from '@lingui/core/macro';
import { choice } from '../search';
import { WORDS } from '../words';
import { ChoiceFilter } from './filters';

/** Those of which snapshots are taken. */
export const SNAPSHOT_PROFILES = [
  { value: 'compliance', label: t`Compliance` },
  { value: 'primary', label: t`Primary` },
] as const;

/** Which profiles of a person count: those that require compliance, the primary one, or all. */
const PROFILES = [...SNAPSHOT_PROFILES, { value: 'all', label: t`All` }] as const;

export function profilesParameter() {
  return choice(['compliance', 'primary', 'all']);
}

export function ProfilesFilter({
  choices = PROFILES,
}: {
  choices?: typeof SNAPSHOT_PROFILES | typeof PROFILES;
}) {
  return (
    <ChoiceFilter name="profiles" label={t`Profiles`} choices={choices} about={WORDS.profiles} />
  );
}
