import { t } from '@lingui/core/macro';
import {
  ActionIcon,
  Box,
  Burger,
  Button,
  Group,
  Kbd,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useSearch } from '@tanstack/react-router';
import { Moon, Search, Sun } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ApiError } from '../api/client';
import { type Session, sessionQuery } from '../api/queries';
import { describeProblem } from '../api/refusals';
import { NAVIGATION, type NavigationItem, refusalOf } from '../navigation';
import { Dimmed } from '../text/format';
import { Icon, Mark } from '../ui/icons';
import { Failure, Page } from '../ui/page';
import { OrganizationPicker, organizationOf } from './organization';
import { AccountMenu, SessionWatch } from './session';

const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : t`Ctrl K`;

export function Shell() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const { organization: named } = useSearch({ from: '/_signed-in' });
  const organization = organizationOf(session, named);
  useEffect(close, [pathname, close]);

  return (
    <>
      <a className="surface skip" href="#content">
        {t`Skip to content`}
      </a>
      <header className="shell-header">
        <Group h="100%" px={{ base: 'xs', sm: 'md' }} gap="xs" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="md"
            size="sm"
            aria-label={t`Navigation`}
            aria-expanded={isOpen}
          />
          <Mark />
          <Text fw={650} visibleFrom="sm" mr="md">
            {t`Reporting`}
          </Text>
          <OrganizationPicker session={session} organization={organization} />
          <Group gap={4} ml="auto" wrap="nowrap" flex="none">
            {organization !== null && session.roles.reportAccess && (
              <Finder key={organization} organization={organization} />
            )}
            <ThemeSwitch />
            <AccountMenu session={session} />
          </Group>
        </Group>
      </header>
      <nav className="shell-pages" data-open={isOpen} aria-label={t`Pages`}>
        <Navigation session={session} organization={organization} />
      </nav>
      <Box component="main" className="shell-main" id="content" p={{ base: 12, sm: 20 }}>
        <Content session={session} organization={organization} />
      </Box>
      <SessionWatch session={session} />
    </>
  );
}

interface Shown {
  readonly session: Session;
  readonly organization: string | null;
}

const PERSON = { label: t`Person`, need: 'report-access' } as const;

/** The page, or an error if the user lacks its permission. */
function Content({ session, organization }: Shown) {
  const { pathname } = useLocation();
  const ofPerson = pathname.includes('/people/') ? PERSON : undefined;
  const page = NAVIGATION.find(({ to }) => pathname.endsWith(to)) ?? ofPerson;
  const code = page === undefined ? null : refusalOf(page.need, session, organization);
  if (page === undefined || code === null) return <Outlet />;
  const { title, detail } = describeProblem(403, { code }, null);
  return (
    <Page title={page.label}>
      <Failure error={new ApiError(403, title, detail, code)} />
    </Page>
  );
}

function Navigation({ session, organization }: Shown) {
  const items = NAVIGATION.filter(
    ({ need }) =>
      refusalOf(need, session, organization) === null &&
      (need !== 'outbox' || session.mail === 'folder'),
  );
  const isForOperators = ({ need }: NavigationItem) =>
    need === 'operator' || need === 'outbox' || (need === 'records' && session.roles.isOperator);
  const operators = items.filter(isForOperators);
  // Keeps the organization but no filters.
  const link = ({ to, label, icon }: NavigationItem) => (
    <Link key={to} className="nav-link" to={to} activeOptions={{ includeSearch: false }}>
      <Icon of={icon} />
      {label}
    </Link>
  );
  return (
    <>
      {items.filter(item => !isForOperators(item)).map(link)}
      {operators.length > 0 && (
        <Dimmed size="xs" mt="md" mb={4} px={15}>
          {t`Operators`}
        </Dimmed>
      )}
      {operators.map(link)}
    </>
  );
}

function ThemeSwitch() {
  const { toggleColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={isDark ? t`Light theme` : t`Dark theme`}
      onClick={toggleColorScheme}
    >
      <Icon of={isDark ? Sun : Moon} />
    </ActionIcon>
  );
}

const FinderDialog = lazy(() => import('./finder-dialog'));

/** A button that opens the search, as do Ctrl-K and `/`. */
function Finder({ organization }: { organization: string }) {
  // The dialog is loaded when it is first opened.
  const [requests, setRequests] = useState(0);
  const show = () => setRequests(number => number + 1);
  useHotkeys([['/', show]]);
  // Also in fields.
  useHotkeys([['mod+K', show]], []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        px={{ base: 8, sm: 'xs' }}
        c="dimmed"
        aria-label={t`Search people and departments`}
        leftSection={<Icon of={Search} />}
        rightSection={<Kbd size="xs" data-text={SHORTCUT} />}
        className="finder"
        onClick={show}
      >
        {t`Search`}
      </Button>
      {requests > 0 && (
        <Suspense>
          <FinderDialog organization={organization} request={requests} />
        </Suspense>
      )}
    </>
  );
}
