import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { read } from '../../api/client';
import { companiesQuery, directoryQuery } from '../../api/queries';
import { reportOptions } from '../../api/report';
import { type Counts, score } from '../../counts';
import { dayAfter } from '../../text/dates';
import { change, count, counted, monthName, people, percent } from '../../text/format';
import { Figure } from '../../ui/figure';
import { WORDS } from '../../words';
import { moved, type Past, type PastMonth } from './past';

/** What a manager asks first, as figures that lead to their pages. */
export function Headline(props: {
  organization: string;
  all: Counts | null;
  past: Past | null;
  /** Whether something else is read first. */
  waits: boolean;
}) {
  const { organization, all, past, waits } = props;
  const directory = useQuery({ ...directoryQuery(organization), enabled: !waits });
  return (
    <div className="surface figures" role="group" aria-label="The organization in figures">
      <Figure
        label="People reported on"
        about={WORDS.function}
        value={directory.data ? count(directory.data.members.length) : <Waiting />}
        note={<Counted {...{ organization, waits }} />}
        link={{ to: '/directory' }}
      />
      <Figure
        label="Satisfied of what is required"
        value={all === null ? <Waiting /> : percent(score(all))}
        note={all !== null && <Comparisons all={all} past={past} />}
        link={{ to: '/trends' }}
      />
      <Expirations {...{ organization, waits }} period="30" label="Expires within 30 days" />
      <Expirations
        {...{ organization, waits }}
        period="lapsed-30"
        label="Lapsed in the last 30 days"
      />
    </div>
  );
}

/** Who is counted, for a number below that of the members; how many these are, operators alone may ask. */
function Counted({ organization, waits }: { organization: string; waits: boolean }) {
  const { session } = useRouteContext({ from: '/_signed-in/_organization' });
  const { data } = useQuery({
    ...companiesQuery(organization),
    enabled: !waits && session.roles.isOperator,
  });
  const members = data?.items.find(({ handle }) => handle === organization)?.members;
  return `${members === undefined ? '' : `of ${counted(members, 'members')}: `}with access and a function other than “Employee”`;
}

/** What is required and expires in a period, or has expired in it. */
function Expirations(props: {
  organization: string;
  period: 'lapsed-30' | '30';
  label: string;
  waits: boolean;
}) {
  const { organization, period, label, waits } = props;
  const { data, isError } = useQuery({
    ...expirationsOf(organization, period),
    enabled: !waits,
  });
  const total = data === undefined ? null : data.summary.achievements + data.summary.competencies;
  return (
    <Figure
      label={label}
      value={total === null ? isError ? '–' : <Waiting /> : count(total)}
      note={data && `of ${people(data.summary.members)}`}
      link={{ to: '/expiring', search: { period } }}
    />
  );
}

function expirationsOf(organization: string, period: 'lapsed-30' | '30') {
  return reportOptions(organization, ['expirations-in-figures', period], (api, call) => {
    const now = new Date();
    const from = new Date(`${dayAfter(-30, now.getTime())}T00:00:00Z`);
    const window =
      period === '30' ? { days: 30 } : { from: from.toISOString(), to: now.toISOString() };
    return read(
      api.GET('/reporting/expirations', { ...call, params: { query: { ...window, pageSize: 1 } } }),
    );
  });
}

function Comparisons({ all, past }: { all: Counts; past: Past | null }) {
  const months = [past?.lastMonth, past?.lastYear].filter(
    (month): month is PastMonth => month !== null && month !== undefined,
  );
  const words = months.flatMap(({ month, all: before }) => {
    const by = moved(all, before);
    return by === null ? [] : [`${change(by)} points since ${monthName(month)}`];
  });
  return words.length === 0
    ? `${count(all.satisfied)} of ${count(all.required)}`
    : words.join(' · ');
}

/** Keeps the place of a number. */
function Waiting() {
  return <Skeleton h={20} w={72} my={4} />;
}
