import { t } from '@lingui/core/macro';
import { WORDS } from '../words';
import { ChoiceFilter } from './filters';
import { PROFILES, type Profiles } from './profiles';

export function ProfilesFilter(props: {
  profiles: Profiles | undefined;
  onChange: (change: { profiles: Profiles | undefined }) => void;
}) {
  return (
    <ChoiceFilter
      label={t`Profiles`}
      choices={PROFILES}
      value={props.profiles}
      fallback="compliance"
      about={WORDS.profiles}
      onChange={profiles => props.onChange({ profiles })}
    />
  );
}
