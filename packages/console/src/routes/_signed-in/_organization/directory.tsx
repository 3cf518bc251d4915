import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Schemas } from '../../../api/client';
import { directoryQuery } from '../../../api/queries';
import { fileOf, startReport, useReport } from '../../../api/report';
import { ids, searchOf, text } from '../../../search';
import { matcher } from '../../../text/fold';
import { Filters, SearchFilter } from '../../../ui/filters';
import { DepartmentsFilter } from '../../../ui/organization-filters';
import { NobodyInReports, OrganizationPage } from '../../../ui/organization-page';
import { EmptyState } from '../../../ui/page';
import { ReportView } from '../../../ui/report-view';
import { type Column, personColumn, textColumn } from '../../../ui/table/columns';
import { DataTable } from '../../../ui/table/data-table';
import { functionName } from '../../../words';

type Contacts = Schemas['DirectoryContacts'];

type Person = Contacts['members'][number] & {
  readonly departmentIds: ReadonlySet<string>;
  readonly affiliations: string;
};

const search = searchOf({ departments: ids(), q: text() });

export const Route = createFileRoute('/_signed-in/_organization/directory')({
  validateSearch: search,
  beforeLoad: ({ context }) => startReport(context, directoryQuery(context.organization)),
  component: DirectoryPage,
});

function DirectoryPage() {
  const { organization } = Route.useRouteContext();
  const report = useReport(directoryQuery(organization));
  return (
    <OrganizationPage
      title={t`Directory`}
      about={
        <Trans>
          The people in reports, with their departments: everybody with access and a function other
          than “Employee”. Find the others by the{' '}
          <Link className="person" to="/compliance" search={{ functions: ['Employee'] }}>
            functions in Compliance
          </Link>
          .
        </Trans>
      }
      download={fileOf(organization, 'get', '/reporting/directory-contacts')}
      schedule={{ report: 'directory-contacts', parameters: {} }}
    >
      <Filters>
        <DepartmentsFilter />
        <SearchFilter placeholder={t`Name, e-mail or code`} />
      </Filters>
      <ReportView report={report}>{contacts => <People contacts={contacts} />}</ReportView>
    </OrganizationPage>
  );
}

function People({ contacts }: { contacts: Contacts }) {
  const { departments, q = '' } = Route.useSearch();
  const everybody = useMemo(() => toPeople(contacts), [contacts]);
  const found = useMemo(() => {
    const matches = matcher(q);
    return everybody.filter(
      ({ name, email, code, departmentIds }) =>
        (departments === undefined || departments.some(id => departmentIds.has(id))) &&
        matches(`${name} ${email ?? ''} ${code ?? ''}`),
    );
  }, [everybody, departments, q]);
  if (everybody.length === 0) return <NobodyInReports />;
  if (found.length === 0) {
    return (
      <EmptyState title={t`Nobody matches these filters`}>
        {t`Choose other departments, or clear the search.`}
      </EmptyState>
    );
  }
  return (
    <DataTable
      label={t`Directory`}
      columns={COLUMNS}
      rows={found}
      rowId={({ id }) => id}
      caption={plural(found.length, { one: '# person', other: '# people' })}
    />
  );
}

function toPeople({ departments, members, affiliations }: Contacts): Person[] {
  const names = new Map(departments.map(({ id, name }) => [id, name]));
  const byMember = Map.groupBy(affiliations, ({ memberId }) => memberId);
  return members.map(member => {
    const own = byMember.get(member.id) ?? [];
    return {
      ...member,
      departmentIds: new Set(own.map(({ departmentId }) => departmentId)),
      affiliations: own
        .map(
          ({ departmentId, function: role }) =>
            `${names.get(departmentId) ?? ''} (${functionName(role)})`,
        )
        .join(', '),
    };
  });
}

const COLUMNS: Column<Person>[] = [
  personColumn('name', t`Name`, person => person, 200),
  textColumn('email', t`E-mail`, ({ email }) => email, 260, {
    cell: ({ email }) =>
      email !== null && (
        <a className="person" href={`mailto:${encodeURIComponent(email)}`}>
          {email}
        </a>
      ),
  }),
  textColumn('code', t`Code`, ({ code }) => code, 120),
  textColumn('departments', t`Departments`, ({ affiliations }) => affiliations, 420),
];
