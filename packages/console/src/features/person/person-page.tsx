import type { UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useReport } from '../../api/report';
import type { RunDownload } from '../../ui/downloads';
import { ChoiceFilter, Filters } from '../../ui/filters';
import { OrganizationPage } from '../../ui/organization-page';
import { ReportView } from '../../ui/report-view';
import type { ShownReport } from '../../ui/schedule/schedules';
import { PersonView } from './person-view';
import type { Person, State } from './requirements';

const SHOWN = [
  { value: 'everything', label: 'Everything' },
  { value: 'missing', label: 'Missing' },
  { value: 'expiring', label: 'Expiring' },
  { value: 'held', label: 'Held' },
] as const;

/** A page about one person, who may be the reader. */
export function PersonPage<Key extends readonly unknown[]>(props: {
  options: UseQueryOptions<Person, Error, Person, Key> & { queryKey: Key };
  /** The heading until the name is known, or in its place. */
  title: string;
  about: (member: Person['member'] | undefined) => ReactNode;
  isNamed?: boolean;
  download?: RunDownload;
  schedule?: ShownReport;
  shown: State | undefined;
  onShow: (shown: State | undefined) => void;
}) {
  const { options, title, about, isNamed = false, download, schedule, shown, onShow } = props;
  const report = useReport(options);
  const member = report.query.data?.member;
  return (
    <OrganizationPage
      title={isNamed ? (member?.name ?? title) : title}
      about={about(member)}
      {...(download && { download })}
      {...(schedule && { schedule })}
      filters={
        <Filters set={[shown]}>
          <ChoiceFilter
            label="Show"
            choices={SHOWN}
            value={shown}
            fallback="everything"
            onChange={value => onShow(value === 'everything' ? undefined : value)}
          />
        </Filters>
      }
    >
      <ReportView report={report}>
        {person => <PersonView person={person} shown={shown} />}
      </ReportView>
    </OrganizationPage>
  );
}
