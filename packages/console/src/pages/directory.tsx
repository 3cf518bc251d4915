import { Anchor, Box, Text } from '@mantine/core';
import { useMemo } from 'react';
import { api, forOrganization, read, type Schemas } from '../api/client';
import { useReport } from '../api/queries';
import { useFilters } from '../search';
import { type Column, DataTable } from '../ui/data-table';
import { Downloads } from '../ui/downloads';
import { DepartmentsFilter, SearchFilter } from '../ui/filters';
import { count } from '../ui/format';
import { WithOrganization } from '../ui/organization';
import { Nothing, Page } from '../ui/page';
import { ReportView } from '../ui/report';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly departmentIds: ReadonlySet<string>;
  readonly affiliations: string;
}

/** Who is in which department, and in which function. */
export function DirectoryPage() {
  return (
    <WithOrganization>
      {handle => <Directory key={handle} organization={handle} />}
    </WithOrganization>
  );
}

function Directory({ organization }: { organization: string }) {
  const header = forOrganization(organization);
  // The key of the filters' own query: one call serves both.
  const report = useReport(['directory', organization], run =>
    read(api.GET('/reporting/directory-contacts', { ...run, params: { header } })),
  ) as ReturnType<typeof useReport<Schemas['DirectoryContacts']>>;
  return (
    <Page
      title="Directory"
      about="The people that reports are about, and their departments."
      actions={
        <Downloads
          run={({ format, ...run }) =>
            api.GET('/reporting/directory-contacts', {
              ...run,
              params: { header, query: { format } },
            })
          }
        />
      }
    >
      <Box className="filters">
        <DepartmentsFilter organization={organization} />
        <SearchFilter placeholder="Name or e-mail" />
      </Box>
      <ReportView report={report}>{contacts => <People contacts={contacts} />}</ReportView>
    </Page>
  );
}

function People({ contacts }: { contacts: Schemas['DirectoryContacts'] }) {
  const [{ departments, q = '' }] = useFilters();
  const people = useMemo(() => toPeople(contacts), [contacts]);
  const found = useMemo(() => {
    const words = q.toLowerCase().split(' ').filter(Boolean);
    return people.filter(
      ({ name, email, departmentIds }) =>
        (departments === undefined || departments.some(id => departmentIds.has(id))) &&
        words.every(word => `${name} ${email}`.toLowerCase().includes(word)),
    );
  }, [people, departments, q]);
  if (found.length === 0) {
    return (
      <Nothing title="Nobody fits these filters">
        Choose other departments, or clear the search.
      </Nothing>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb={6} role="status">
        {count(found.length)} {found.length === 1 ? 'person' : 'people'}
      </Text>
      <DataTable label="Directory" columns={COLUMNS} rows={found} rowId={({ id }) => id} />
    </>
  );
}

function toPeople({ departments, members, affiliations }: Schemas['DirectoryContacts']): Person[] {
  const names = new Map(departments.map(({ id, name }) => [id, name]));
  const byMember = Map.groupBy(affiliations, ({ memberId }) => memberId);
  return members.map(({ id, name, email }) => {
    const own = byMember.get(id) ?? [];
    return {
      ...{ id, name, email },
      departmentIds: new Set(own.map(({ departmentId }) => departmentId)),
      affiliations: own
        .map(({ departmentId, function: role }) => `${names.get(departmentId) ?? ''} (${role})`)
        .join(', '),
    };
  });
}

const COLUMNS: Column<Person>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name, width: 200 },
  {
    id: 'email',
    header: 'E-mail',
    value: ({ email }) => email,
    cell: ({ email }) => (
      <Anchor href={`mailto:${email}`} inherit>
        {email}
      </Anchor>
    ),
    width: 260,
  },
  {
    id: 'departments',
    header: 'Departments',
    value: ({ affiliations }) => affiliations,
    cell: ({ affiliations }) => <span title={affiliations}>{affiliations}</span>,
    width: 420,
  },
];
