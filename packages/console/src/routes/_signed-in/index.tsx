import { createFileRoute, redirect } from '@tanstack/react-router';

/** The console's address leads to the first page that is of use. */
export const Route = createFileRoute('/_signed-in/')({
  beforeLoad: ({ context: { session }, search: { organization } }) => {
    throw redirect({
      to: session.roles.reportAccess ? '/overview' : '/my-compliance',
      search: { organization },
      replace: true,
    });
  },
});
