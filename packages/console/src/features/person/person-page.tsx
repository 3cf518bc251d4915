import { t } from '@lingui/core/macro';
import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/client';
import type { Person } from '../../api/queries';
import { type QueryOf, type RunDownload, useReport } from '../../api/report';
import { count } from '../../text/format';
import { ChoiceFilter, Filters, useFilter } from '../../ui/filters';
import { OrganizationPage, PrintedBy } from '../../ui/organization-page';
import { EmptyState, Page } from '../../ui/page';
import { ReportView } from '../../ui/report-view';
import type { ShownReport } from '../../ui/schedule/schedules';
import type { Records } from './edit-records';
import { PersonView } from './person-view';
import { countRequirements, type Shown, SOON_DAYS } from './requirements';

const CHOICES = [
  { value: 'everything', label: t`Everything` },
  { value: 'unsatisfied', label: t`Not satisfied` },
  { value: 'expiring', label: t`Expires within ${SOON_DAYS} days` },
  { value: 'held', label: t`Held` },
] as const;

export function PersonPage(props: {
  options: QueryOf<Person>;
  /** The heading until the name is loaded, or instead of it. */
  title: string;
  about: (member: Person['member'] | undefined) => ReactNode;
  isNamed?: boolean;
  download?: RunDownload;
  schedule?: ShownReport;
  actions?: (member: Person['member']) => ReactNode;
  records?: Records;
}) {
  const { options, title, about, isNamed = false, download, schedule, actions, records } = props;
  const [shown] = useFilter<Shown>('show');
  const report = useReport(options);
  const member = report.query.data?.member;
  if (isNamed && isUnknown(report.query.error)) return <UnknownPerson />;
  return (
    <OrganizationPage
      title={isNamed ? (member?.name ?? title) : title}
      about={about(member)}
      {...{ download, schedule }}
      actions={member && actions?.(member)}
      filters={
        <Filters>
          <ChoiceFilter name="show" label={t`Show`} choices={CHOICES} width={220} />
        </Filters>
      }
    >
      <ReportView report={report}>
        {person => (
          <div className="sheet">
            <PrintedBy asOf={person.asOf}>
              {[
                ...[person.member.name, person.member.code, person.member.jobTitle],
                countsText(person.requirements),
              ]
                .filter(Boolean)
                .join(' · ')}
            </PrintedBy>
            <PersonView {...{ person, shown, records }} />
          </div>
        )}
      </ReportView>
    </OrganizationPage>
  );
}

function countsText(requirements: Person['requirements']): string {
  const { required, satisfied } = countRequirements(requirements);
  return t`${count(satisfied)} of ${count(required)} requirements satisfied`;
}

/** Whether the ID in the address is unknown or malformed. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.fields.has('memberId'));
}

/** A page without actions and filters for an unknown person. */
function UnknownPerson() {
  return (
    <Page title={t`Person`}>
      <EmptyState title={t`No such person here`}>
        {t`Nobody who is reported on in this organization has this address. They may have left, or belong to another organization.`}
        <Group justify="center" mt="sm">
          <Link className="person" to="/directory">
            {t`Search the directory`}
          </Link>
          <Link className="person" to="/overview">
            {t`Go to the overview`}
          </Link>
        </Group>
      </EmptyState>
    </Page>
  );
}
