import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { consoleUrl } from './api/client';
import { routeTree } from './generated/route-tree';
import { parseSearch, stringifySearch } from './search';
import { Failure } from './ui/page';

export function createConsoleRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    basepath: consoleUrl.pathname,
    ...(history && { history }),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    search: { strict: true },
    defaultPreload: false,
    defaultPendingMs: 300,
    scrollRestoration: true,
    defaultErrorComponent: ({ error }) => (
      <Failure error={error} onRetry={() => void router.invalidate()} />
    ),
  });
  // Cancels reports that were started by the previous page and are not shown anywhere.
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (!pathChanged) return;
    void queryClient.cancelQueries({
      queryKey: ['report'],
      predicate: query => query.getObserversCount() === 0,
    });
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
