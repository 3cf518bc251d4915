import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { useReport } from '../../api/report';
import {
  NewServiceAccount,
  ServiceAccountRow,
  serviceAccountsQuery,
} from '../../features/service-accounts/service-accounts';
import { number, searchOf } from '../../search';
import { EmptyState, Page } from '../../ui/page';
import { ListReport } from '../../ui/paged-report';

const search = searchOf({ page: number() });

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
      about={t`Programs that read the reports of one organization, and nothing else. They remain when the person who created them leaves.`}
    >
      <NewServiceAccount />
      <ListReport
        report={report}
        label={t`Service accounts`}
        titles={[t`Name`, t`Organization`, t`Reads`, t`Expires`, t`Secrets`, '']}
        row={account => <ServiceAccountRow key={account.id} account={account} />}
        empty={
          <EmptyState title={t`No service account yet`}>
            {t`Create one above, then issue a secret.`}
          </EmptyState>
        }
      />
    </Page>
  );
}
