import { plural, t } from '@lingui/core/macro';
import { Skeleton } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';
import type { Schemas } from '../../api/client';
import { useCompany } from '../../api/queries';
import { type Counts, score } from '../../counts';
import { change, count, monthName, percent } from '../../text/format';
import { Figure } from '../../ui/figure';
import { WORDS } from '../../words';
import { moved, type Past } from './compliance-map';

const PERIODS = [
  { period: '30', label: t`Expires within 30 days`, name: 'expiring' },
  { period: 'lapsed-30', label: t`Expired in the last 30 days`, name: 'lapsed' },
] as const;

export function Headline(props: {
  organization: string;
  data: Schemas['ComplianceHeadline'] | undefined;
  isError: boolean;
  all: Counts | null;
  past: Past | null;
}) {
  const { organization, data, isError, all, past } = props;
  // As high as a number.
  const missing = isError ? '–' : <Skeleton h={20} w={72} my={4} />;
  return (
    <div className="surface figures" role="group" aria-label={t`The organization in figures`}>
      <Figure
        label={t`People in reports`}
        about={WORDS.function}
        value={data ? count(data.people) : missing}
        note={<Counted organization={organization} />}
        link={{ to: '/directory' }}
      />
      <Figure
        label={t`Requirements satisfied`}
        value={all ? percent(score(all)) : missing}
        note={all !== null && <Comparisons all={all} past={past} />}
        link={{ to: '/trends' }}
      />
      {PERIODS.map(({ period, label, name }) => (
        <Figure
          key={period}
          label={label}
          value={data ? count(data[name].requirements) : missing}
          note={
            data &&
            plural(data[name].people, {
              one: 'requirements of # person',
              other: 'requirements of # people',
            })
          }
          link={{ to: '/expiring', search: { period } }}
        />
      ))}
    </div>
  );
}

/** Explains why fewer people than members are reported on. Only operators may read the number of members. */
function Counted({ organization }: { organization: string }) {
  const { session } = useRouteContext({ from: '/_signed-in/_organization' });
  const members = useCompany(organization, session.roles.isOperator)?.members;
  return members === undefined
    ? t`with access and a function other than “Employee”`
    : plural(members, {
        one: 'of # member: with access and a function other than “Employee”',
        other: 'of # members: with access and a function other than “Employee”',
      });
}

function Comparisons({ all, past }: { all: Counts; past: Past | null }) {
  const words = [past?.lastMonth, past?.lastYear].flatMap(before => {
    const by = moved(all, before?.all);
    return by === null || !before ? [] : [t`${change(by)} points since ${monthName(before.month)}`];
  });
  return words.length === 0
    ? t`${count(all.satisfied)} of ${count(all.required)}`
    : words.join(' · ');
}
