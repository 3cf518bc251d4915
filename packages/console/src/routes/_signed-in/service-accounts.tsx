import { t } from '@lingui/core/macro';
import { Box } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { useReport } from '../../api/report';
import {
  NewServiceAccount,
  ServiceAccountRow,
  serviceAccountsQuery,
} from '../../features/service-accounts/service-accounts';
import { number, searchOf } from '../../search';
import { Nothing, Page } from '../../ui/page';
import { ReportView } from '../../ui/report-view';
import { HeadedTable } from '../../ui/table/headed-table';
import { Pages } from '../../ui/table/pages';

const search = searchOf(z.object({ page: number() }));

export const Route = createFileRoute('/_signed-in/service-accounts')({
  validateSearch: search,
  component: ServiceAccountsPage,
});

function ServiceAccountsPage() {
  const { page } = Route.useSearch();
  const report = useReport(serviceAccountsQuery(page));
  return (
    <Page
      title={t`Service accounts`}
      about={t`Programs that read the reports of one organization, and nothing else. They stay when the person who made them leaves.`}
    >
      <NewServiceAccount />
      <ReportView report={report}>
        {data =>
          data.total === 0 ? (
            <Nothing
              title={t`No service account yet`}
            >{t`Create one above, then issue a secret.`}</Nothing>
          ) : (
            <>
              <Box className="surface">
                <HeadedTable
                  label={t`Service accounts`}
                  titles={[t`Name`, t`Organization`, t`Reads`, t`Expires`, t`Secrets`, '']}
                  minWidth={860}
                >
                  {data.items.map(account => (
                    <ServiceAccountRow key={account.id} account={account} />
                  ))}
                </HeadedTable>
              </Box>
              <Pages {...data} />
            </>
          )
        }
      </ReportView>
    </Page>
  );
}
