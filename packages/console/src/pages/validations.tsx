import { Badge, Box, TextInput } from '@mantine/core';
import { api, forOrganization, read, type Schemas } from '../api/client';
import { useReport } from '../api/queries';
import { useFilters } from '../search';
import { type Column, DataTable, Pages } from '../ui/data-table';
import { Downloads } from '../ui/downloads';
import { ChoiceFilter, DepartmentsFilter, PeopleFilter, SearchFilter } from '../ui/filters';
import { Time } from '../ui/format';
import { WithOrganization } from '../ui/organization';
import { Nothing, Page } from '../ui/page';
import { ReportView } from '../ui/report';

type Validations = Schemas['CompetencyValidationPage'];
type Validation = Validations['items'][number];

const PAGE_SIZE = 100;
const STANDINGS = [
  'Validated',
  'Expired',
  'Not Completed',
  'Needs Training',
  'Self-Assessed',
  'Submitted',
  'Not Applicable',
];

/** Every recorded standing of a competency. */
export function ValidationsPage() {
  return (
    <WithOrganization>
      {handle => <ValidationList key={handle} organization={handle} />}
    </WithOrganization>
  );
}

function ValidationList({ organization }: { organization: string }) {
  const [filters, setFilters] = useFilters();
  const { departments, members, status, until, q, page = 1 } = filters;
  const header = forOrganization(organization);
  const query = {
    ...(departments && { departments }),
    ...(members && { members }),
    ...(status && { status: status as Schemas['CompetencyStanding'] }),
    ...(until && { expiresBefore: `${until}T00:00:00Z` }),
    ...(q && { q }),
  };
  const paged = { ...query, page, pageSize: PAGE_SIZE };
  const report = useReport(['validations', organization, paged], run =>
    read(
      api.GET('/reporting/competency-validations', { ...run, params: { header, query: paged } }),
    ),
  ) as ReturnType<typeof useReport<Validations>>;

  return (
    <Page
      title="Validations"
      about="Competencies of people with their standing now, and who validated them."
      actions={
        <Downloads
          run={({ format, ...run }) =>
            api.GET('/reporting/competency-validations', {
              ...run,
              params: { header, query: { ...query, format } },
            })
          }
        />
      }
    >
      <Box className="filters">
        <DepartmentsFilter organization={organization} />
        <PeopleFilter organization={organization} />
        <ChoiceFilter
          label="Status"
          name="status"
          choices={[
            { value: 'all', label: 'All' },
            ...STANDINGS.map(value => ({ value, label: value })),
          ]}
          fallback="all"
        />
        <TextInput
          type="date"
          label="Expires before"
          value={until ?? ''}
          onChange={({ currentTarget }) => setFilters({ until: currentTarget.value })}
          w={{ base: '100%', xs: 160 }}
        />
        <SearchFilter placeholder="Name of a person" />
      </Box>
      <ReportView report={report}>
        {data =>
          data.total === 0 ? (
            <Nothing title="Nothing fits these filters">
              Choose other departments or another status, or clear the search.
            </Nothing>
          ) : (
            <>
              <DataTable
                label="Validations"
                columns={COLUMNS}
                rows={data.items}
                rowId={row => `${row.memberId} ${row.competencyId}`}
                isUnsorted
                isPinned
              />
              <Box mt="sm">
                <Pages {...data} onPage={next => setFilters({ page: next })} />
              </Box>
            </>
          )
        }
      </ReportView>
    </Page>
  );
}

const COLUMNS: Column<Validation>[] = [
  { id: 'person', header: 'Person', value: row => row.memberName, width: 170 },
  { id: 'number', header: 'Number', value: row => row.competencyNumber, width: 90 },
  { id: 'competency', header: 'Competency', value: row => row.competencyName, width: 260 },
  { id: 'criticality', header: 'Criticality', value: row => row.criticality, width: 110 },
  {
    id: 'status',
    header: 'Status',
    value: row => row.status,
    cell: row => (
      <Badge variant="default" size="sm" radius="sm" tt="none">
        {row.status}
      </Badge>
    ),
    width: 130,
  },
  {
    id: 'validated',
    header: 'Validated',
    value: row => row.validatedAt,
    cell: row => <Time at={row.validatedAt} dateOnly />,
    width: 120,
  },
  {
    id: 'expires',
    header: 'Expires',
    value: row => row.expiresAt,
    cell: row => <Time at={row.expiresAt} dateOnly />,
    width: 120,
  },
  { id: 'validator', header: 'Validated by', value: row => row.validatorName, width: 170 },
];
