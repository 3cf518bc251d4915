import { Box } from '@mantine/core';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Nothing, Page } from '../../ui/page';

/** An address of no page. The navigation stays. */
export const Route = createFileRoute('/_signed-in/$')({
  component: () => (
    <Page title="There is no such page">
      <Nothing title="No page has this address">
        Choose a page from the navigation.
        <Box mt="sm">
          <Link className="person" to="/">
            Go to the first page
          </Link>
        </Box>
      </Nothing>
    </Page>
  ),
});
