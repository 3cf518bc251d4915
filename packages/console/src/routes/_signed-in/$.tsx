import { t } from '@lingui/core/macro';
import { Box } from '@mantine/core';
import { createFileRoute, Link } from '@tanstack/react-router';
import { EmptyState, Page } from '../../ui/page';

export const Route = createFileRoute('/_signed-in/$')({
  component: () => (
    <Page title={t`There is no such page`}>
      <EmptyState title={t`No page has this address`}>
        {t`Choose a page from the navigation.`}
        <Box mt="sm">
          <Link className="person" to="/">
            {t`Go to the first page`}
          </Link>
        </Box>
      </EmptyState>
    </Page>
  ),
});
