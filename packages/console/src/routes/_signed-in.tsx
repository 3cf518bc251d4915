import { createFileRoute, redirect, retainSearchParams } from '@tanstack/react-router';
import { keepLanguage } from '#language';
import { ApiError } from '../api/client';
import { sessionQuery } from '../api/queries';
import { useEndsOfImports } from '../features/imports/runs';
import { searchOf, text } from '../search';
import { Shell } from '../shell/shell';

/** `view` is the name of a saved view. */
const search = searchOf({ organization: text(), view: text() });

/** All pages that require a session. Without one, users sign in first and then return. */
export const Route = createFileRoute('/_signed-in')({
  validateSearch: search,
  search: { middlewares: [retainSearchParams(['organization'])] },
  component: SignedIn,
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const toSignIn = (reason?: 'ended') =>
      redirect({ to: '/sign-in', search: { from: location.href, reason } });
    // The server found no session cookie, so a request would be pointless.
    if (!hadSession() && queryClient.getQueryData(sessionQuery.queryKey) === undefined) {
      throw toSignIn();
    }
    try {
      const session = await queryClient.query({ ...sessionQuery, staleTime: 'static' });
      if (keepLanguage(session.account.language)) {
        window.location.reload();
        await new Promise(() => undefined);
      }
      return { session };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      throw toSignIn('ended');
    }
  },
});

function SignedIn() {
  useEndsOfImports();
  return <Shell />;
}

/** Whether the server found a session cookie, which scripts cannot read. */
function hadSession(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content !== 'none';
}
