import { t } from '@lingui/core/macro';
import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../ui/icons';

const FinderDialog = lazy(() => import('./finder-dialog'));

/** A button that opens the search, as do Ctrl-K and `/`. */
export function Finder({ organization }: { organization: string }) {
  // The dialog is loaded when it is first opened.
  const [requests, setRequests] = useState(0);
  const show = () => setRequests(number => number + 1);
  useHotkeys([
    ['mod+K', show],
    ['/', show],
  ]);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        px={{ base: 8, sm: 'xs' }}
        c="dimmed"
        aria-label={t`Search people and departments`}
        leftSection={<Icon of={Search} />}
        rightSection={<Kbd size="xs" data-text={t`Ctrl K`} />}
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
