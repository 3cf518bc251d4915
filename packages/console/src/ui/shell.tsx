import {
  ActionIcon,
  AppShell,
  Burger,
  Button,
  Group,
  Menu,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, api, leave, read } from '../api/client';
import { type Session, sessionQuery } from '../api/queries';
import { useFilters } from '../search';
import { CaretIcon, Mark, MoonIcon, SunIcon } from './icons';
import { OrganizationPicker } from './organization';
import { showRefusal } from './refusal';

const REPORTS = [
  { to: '/overview', label: 'Overview' },
  { to: '/trends', label: 'Trends' },
  { to: '/compliance', label: 'Compliance' },
  { to: '/expiring', label: 'Expiring' },
  { to: '/achievement-gaps', label: 'Achievement gaps', isOpen: true },
  { to: '/validations', label: 'Validations' },
  { to: '/monthly-statistics', label: 'Monthly statistics' },
  { to: '/directory', label: 'Directory' },
] as const;

const OPERATOR = [
  { to: '/accounts', label: 'Accounts' },
  { to: '/audit', label: 'Audit' },
] as const;

const STILL_SIGNED_IN = { title: 'You are still signed in', message: 'Signing out failed.' };

/** What stands around every page: organization, account, navigation. */
export function Shell() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const [{ organization }] = useFilters();
  useEffect(close, [pathname, close]);

  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 200, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className="skip" href="#content">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px={{ base: 'xs', sm: 'md' }} gap="xs" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="md"
            size="sm"
            aria-label="Navigation"
            aria-expanded={isOpen}
          />
          <Mark />
          <Text fw={650} visibleFrom="sm" mr="md">
            Reporting
          </Text>
          <OrganizationPicker session={session} />
          <Group gap={4} ml="auto" wrap="nowrap">
            <ThemeSwitch />
            <AccountMenu session={session} organization={organization} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        {REPORTS.filter(page => 'isOpen' in page || session.roles.reportAccess).map(page => (
          <NavigationLink key={page.to} {...page} organization={organization} />
        ))}
        {session.roles.isOperator && (
          <>
            <Text size="xs" c="dimmed" mt="md" mb={4} px={15}>
              Security
            </Text>
            {OPERATOR.map(page => (
              <NavigationLink key={page.to} {...page} organization={organization} />
            ))}
          </>
        )}
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function NavigationLink(props: { to: string; label: string; organization: string | undefined }) {
  const { to, label, organization } = props;
  return (
    <Link
      className="nav-link"
      to={to}
      search={{ organization }}
      activeOptions={{ includeSearch: false }}
    >
      {label}
    </Link>
  );
}

function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={isDark ? 'Light theme' : 'Dark theme'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  );
}

function AccountMenu(props: { session: Session; organization: string | undefined }) {
  const { session, organization } = props;
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: endSession,
    onSuccess: () => {
      queryClient.clear();
      leave();
    },
    onError: error => showRefusal(error, STILL_SIGNED_IN, () => signOut.mutate()),
  });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          px="xs"
          maw={{ base: 96, sm: 260 }}
          rightSection={<CaretIcon />}
          loading={signOut.isPending}
        >
          <Text size="sm" truncate>
            {session.account.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.account.email}</Menu.Label>
        <Menu.Item
          renderRoot={(rest: object) => (
            <Link {...rest} to="/account" search={{ organization }}>
              Account
            </Link>
          )}
        />
        <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Ends the session; one that is over already is no failure. */
async function endSession(): Promise<void> {
  try {
    await read(api.POST('/auth/logout'));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}
