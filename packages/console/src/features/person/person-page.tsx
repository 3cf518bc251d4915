import { plural, t } from '@lingui/core/macro';
import { Anchor, Group, Title } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/client';
import type { Person, Requirement } from '../../api/queries';
import { type QueryOf, type RunDownload, useReport } from '../../api/report';
import { score } from '../../counts';
import { count, Dimmed, percent } from '../../text/format';
import { Figure } from '../../ui/figure';
import { ChoiceFilter, Filters, useFilter } from '../../ui/filters';
import { OrganizationPage, PrintedBy } from '../../ui/organization-page';
import { EmptyState, Page } from '../../ui/page';
import { ReportView } from '../../ui/report-view';
import type { ShownReport } from '../../ui/schedule/schedules';
import {
  type Column,
  dayColumn,
  shareColumn,
  statusColumn,
  textColumn,
} from '../../ui/table/columns';
import { DataTable } from '../../ui/table/data-table';
import { functionName } from '../../words';
import { EditRequirement, type Records } from './edit-records';
import { byUrgency, countRequirements, isShown, type Shown, SOON_DAYS } from './requirements';

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
  if (isUnknown(report.query.error)) return isNamed ? <UnknownPerson /> : <NotMember />;
  return (
    <OrganizationPage
      title={isNamed ? (member?.name ?? title) : title}
      about={about(member)}
      {...{ download, schedule }}
      actions={member && actions?.(member)}
    >
      <Filters>
        <ChoiceFilter name="show" label={t`Show`} choices={CHOICES} width={220} />
      </Filters>
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
        {t`This organization’s reports include nobody with this address. The person may have left, or belong to another organization.`}
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

/** For operators, and others who may see an organization without being its members. */
function NotMember() {
  return (
    <Page title={t`My compliance`}>
      <EmptyState title={t`You are not a member of this organization`}>
        {t`Only members have requirements. An operator can add you under “Accounts”.`}
      </EmptyState>
    </Page>
  );
}

function PersonView(props: { person: Person; shown: Shown | undefined; records?: Records }) {
  const { person, shown, records } = props;
  const { requirements, affiliations, profiles } = person;
  const rows = byUrgency(requirements).filter(row => isShown(row, shown));
  const isFiltered = shown !== undefined && requirements.length > 0;
  return (
    <>
      <PersonFigures requirements={requirements} />
      <Dimmed my="sm">
        {affiliations
          .map(row => `${row.department.name} (${functionName(row.function)})`)
          .join(', ')}
        {profiles.length > 0 &&
          ` · ${t`Profiles: ${[...new Set(profiles.map(({ name }) => name))].join('; ')}`}`}
      </Dimmed>
      {rows.length === 0 ? (
        <EmptyState title={isFiltered ? NONE[shown] : t`Nothing to show`}>
          {isFiltered
            ? t`Choose “Everything” under “Show” for the rest.`
            : t`Nothing is required, and nothing is held.`}
        </EmptyState>
      ) : (
        <DataTable
          label={t`Requirements`}
          columns={toColumns(requirements, records)}
          rows={rows}
          rowId={({ id, departments }) => [id, ...departments.map(of => of.id)].join()}
          caption={caption(rows, shown)}
        />
      )}
      <div className="no-print">
        <PersonShares measurements={person.measurements} />
      </div>
    </>
  );
}

const NONE: Readonly<Record<Shown, string>> = {
  unsatisfied: t`All requirements are satisfied`,
  expiring: t`Nothing expires within ${SOON_DAYS} days`,
  held: t`Nothing is held`,
};

function caption(rows: readonly Requirement[], shown: Shown | undefined): string {
  const includesUnsatisfied = shown === undefined && rows.some(row => isShown(row, 'unsatisfied'));
  return includesUnsatisfied
    ? plural(rows.length, {
        one: '# row, not satisfied first',
        other: '# rows, not satisfied first',
      })
    : plural(rows.length, { one: '# row', other: '# rows' });
}

function editColumn(records: Records): Column<Requirement> {
  return textColumn('edit', t`Edit`, () => null, 260, {
    cell: requirement => <EditRequirement {...{ records, requirement }} />,
    isScreenOnly: true,
  });
}

/**
 * Buttons and advice are beside the requirement, where they need no scrolling. Omits columns from prints that are empty,
 * or that repeat a single department.
 */
function toColumns(
  requirements: readonly Requirement[],
  records: Records | undefined,
): Column<Requirement>[] {
  const hasAdvice = requirements.some(row => howToGet(row) !== '');
  const columns = [
    ...COLUMNS.slice(0, 2),
    ...(records ? [editColumn(records)] : []),
    ...(hasAdvice ? [HOW_TO_GET] : []),
    ...COLUMNS.slice(2),
  ];
  return columns.map(column => {
    const values = new Set(requirements.map(row => column.value(row) ?? ''));
    const isLeftOut = values.size === 1 && (values.has('') || column.id === 'required');
    return isLeftOut ? { ...column, isScreenOnly: true } : column;
  });
}

/** Returns how to get requirements that are missing or expire soon; empty if unknown. */
function howToGet(row: Requirement): string {
  const isNeeded = isShown(row, 'unsatisfied') || isShown(row, 'expiring');
  return isNeeded ? [row.howToGet, row.link].filter(Boolean).join(' ') : '';
}

const HOW_TO_GET = textColumn<Requirement>('how', t`How to get it`, howToGet, 260, {
  cell: row =>
    howToGet(row) !== '' && (
      <span className="whole">
        {row.howToGet}{' '}
        {row.link !== null && (
          <Anchor inherit href={row.link} target="_blank" rel="noreferrer" title={row.link}>
            {row.howToGet === null ? new URL(row.link).host : t`Open`}
          </Anchor>
        )}
      </span>
    ),
  isScreenOnly: true,
});

const COLUMNS: Column<Requirement>[] = [
  statusColumn(170, row => row.isSatisfied),
  textColumn('name', t`Requirement`, row => [row.number, row.name].filter(Boolean).join(' '), 240, {
    cell: 'lines',
  }),
  textColumn('measurement', t`Measurement`, row => row.measurement.name, 190),
  textColumn(
    'required',
    t`Required in`,
    row => row.departments.map(({ name }) => name).join('; ') || t`Not required`,
    150,
  ),
  dayColumn('expires', t`Expires`, row => row.expiresAt),
  dayColumn('since', t`Held since`, row => row.heldSince),
  textColumn('validator', t`Validated by`, row => row.validatorName, 170),
  textColumn(
    'certificate',
    t`Certificate, note`,
    row => [row.certificateNumber, row.note].filter(Boolean).join(' · '),
    180,
  ),
];

type Share = Person['measurements'][number];

/** The share of satisfied requirements by department and measurement, as on the page Compliance. */
function PersonShares({ measurements }: { measurements: readonly Share[] }) {
  const rows = measurements.filter(({ measurement }) => measurement.required > 0);
  if (rows.length === 0) return null;
  return (
    <>
      <Title order={2} size="h5" mt="lg" mb="xs">
        {t`By department and measurement`}
      </Title>
      <DataTable
        label={t`By department and measurement`}
        columns={SHARES}
        rows={rows}
        rowId={({ department, measurement }) => `${department.id} ${measurement.key}`}
      />
    </>
  );
}

const SHARES: Column<Share>[] = [
  textColumn('department', t`Department`, row => row.department.name, 200, { cell: 'lines' }),
  textColumn('measurement', t`Measurement`, row => row.measurement.name, 260),
  shareColumn('share', t`Satisfied`, row => score(row.measurement), 200),
  textColumn('count', t`Requirements`, row => row.measurement.satisfied, 120, {
    cell: ({ measurement }) => t`${count(measurement.satisfied)} of ${count(measurement.required)}`,
  }),
];

/** Key figures of a person. Figures are links that filter the requirements. */
function PersonFigures({ requirements }: { requirements: readonly Requirement[] }) {
  const numberOf = (shown: Shown) => requirements.filter(row => isShown(row, shown)).length;
  const { required, satisfied } = countRequirements(requirements);
  return (
    <div className="surface figures" role="group" aria-label={t`The person in figures`}>
      <Figure
        label={t`Requirements satisfied`}
        value={percent(score({ required, satisfied }))}
        note={t`${count(satisfied)} of ${count(required)}`}
      />
      <Figure
        label={t`Not satisfied`}
        value={count(required - satisfied)}
        note={t`Missing, expired or not yet valid`}
        link={showing('unsatisfied')}
      />
      <Figure
        label={t`Expires within ${SOON_DAYS} days`}
        value={count(numberOf('expiring'))}
        note={t`Still held, required or not`}
        link={showing('expiring')}
      />
    </div>
  );
}

function showing(show: Shown): LinkProps {
  return { to: '.', search: before => ({ ...before, show }), resetScroll: false };
}
