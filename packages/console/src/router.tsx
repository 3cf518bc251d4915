import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import { ApiError, consoleUrl } from './api/client';
import { sessionQuery } from './api/queries';
import { SignInPage } from './pages/sign-in';
import { parseSearch, type Search, stringifySearch } from './search';
import { Failure, Nothing } from './ui/page';
import { Shell } from './ui/shell';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  validateSearch: (search: Search & SearchSchemaInput): Search => search,
  notFoundComponent: () => (
    <Nothing title="There is no such page">Choose one from the navigation.</Nothing>
  ),
  errorComponent: ({ error, reset }) => <Failure error={error} onRetry={reset} />,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
});

/** What the server says of the browser's cookie, which scripts cannot read. */
const hadSession =
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content !== 'none';

/** Every page but the sign-in: whoever has no session signs in first and comes back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    const { queryClient } = context;
    const toSignIn = () => redirect({ to: '/sign-in', search: { from: location.href } });
    // The page came for a browser without a session: the API need not be asked.
    if (!hadSession && queryClient.getQueryData(sessionQuery.queryKey) === undefined) {
      throw toSignIn();
    }
    try {
      await queryClient.query({ ...sessionQuery, staleTime: 'static' });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      throw toSignIn();
    }
  },
});

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: ({ context, search }) => {
    const { roles } = context.queryClient.getQueryData(sessionQuery.queryKey) ?? {};
    const { organization } = search;
    throw redirect({
      to: roles?.reportAccess === false ? '/achievement-gaps' : '/overview',
      search: { organization },
      replace: true,
    });
  },
});

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/overview',
  component: lazyRouteComponent(() => import('./pages/overview'), 'OverviewPage'),
});

const trends = createRoute({
  getParentRoute: () => signedIn,
  path: '/trends',
  component: lazyRouteComponent(() => import('./pages/trends'), 'TrendsPage'),
});

const compliance = createRoute({
  getParentRoute: () => signedIn,
  path: '/compliance',
  component: lazyRouteComponent(() => import('./pages/compliance'), 'CompliancePage'),
});

const expiring = createRoute({
  getParentRoute: () => signedIn,
  path: '/expiring',
  component: lazyRouteComponent(() => import('./pages/expiring'), 'ExpiringPage'),
});

const achievementGaps = createRoute({
  getParentRoute: () => signedIn,
  path: '/achievement-gaps',
  component: lazyRouteComponent(() => import('./pages/achievement-gaps'), 'AchievementGapsPage'),
});

const validations = createRoute({
  getParentRoute: () => signedIn,
  path: '/validations',
  component: lazyRouteComponent(() => import('./pages/validations'), 'ValidationsPage'),
});

const monthlyStatistics = createRoute({
  getParentRoute: () => signedIn,
  path: '/monthly-statistics',
  component: lazyRouteComponent(
    () => import('./pages/monthly-statistics'),
    'MonthlyStatisticsPage',
  ),
});

const directory = createRoute({
  getParentRoute: () => signedIn,
  path: '/directory',
  component: lazyRouteComponent(() => import('./pages/directory'), 'DirectoryPage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account'), 'AccountPage'),
});

const accounts = createRoute({
  getParentRoute: () => signedIn,
  path: '/accounts',
  component: lazyRouteComponent(() => import('./pages/accounts'), 'AccountsPage'),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  component: lazyRouteComponent(() => import('./pages/audit'), 'AuditPage'),
});

const routeTree = root.addChildren([
  signIn,
  signedIn.addChildren([
    start,
    overview,
    trends,
    compliance,
    expiring,
    achievementGaps,
    validations,
    monthlyStatistics,
    directory,
    account,
    accounts,
    audit,
  ]),
]);

export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: consoleUrl.pathname,
    context: { queryClient },
    parseSearch: query => parseSearch(query) as Record<string, unknown>,
    stringifySearch,
    defaultPreload: false,
    defaultPendingMs: 300,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
