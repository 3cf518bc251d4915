import { createFileRoute, redirect } from '@tanstack/react-router';

/** Redirects to the first page that the user may see. */
export const Route = createFileRoute('/_signed-in/')({
  beforeLoad: ({ context: { session }, search: { organization } }) => {
    throw redirect({
      to: session.roles.reportAccess ? '/overview' : '/my-compliance',
      search: { organization },
      replace: true,
    });
  },
});
