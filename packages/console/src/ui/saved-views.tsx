import { t } from '@lingui/core/macro';
import { Group } from '@mantine/core';
import { useClipboard, useDisclosure, useLocalStorage } from '@mantine/hooks';
import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { localTarget } from '../api/client';
import { useOrganization } from '../api/queries';
import { having } from '../search';
import { Dialog } from './buttons';
import { Field, Form, formText } from './form';
import { Icon } from './icons';
import { Menu, MenuItem } from './menu';
import { notify } from './notices';

interface View {
  readonly name: string;
  readonly address: string;
}

/** Named addresses stored in the browser. Links to them contain the name. */
export function SavedViews() {
  const [views, setViews] = useLocalStorage<View[]>({ key: 'views', defaultValue: [] });
  const [isNaming, naming] = useDisclosure(false);
  const here = localTarget(useLocation().href);
  const { view: shown } = useSearch({ from: '/_signed-in' });
  const { history } = useRouter();
  const organization = useOrganization();
  const { copy } = useClipboard();
  const pageOf = (address: string) => {
    const { pathname, searchParams } = new URL(address, window.location.origin);
    return `${pathname} of ${searchParams.get('organization') ?? organization}`;
  };
  const isHere = ({ address }: View) => pageOf(localTarget(address)) === pageOf(here);
  const own = views.filter(isHere);
  const save = (name: string) => {
    naming.close();
    setViews([
      ...views.filter(view => view.name !== name || !isHere(view)),
      { name, address: having(here, 'view', name) },
    ]);
    history.replace(having(here, 'view', name));
  };
  const share = () => {
    copy(window.location.origin + having(here, 'organization', organization));
    notify({
      message: t`The link has been copied. Anyone who opens it sees these filters, with their own rights.`,
    });
  };
  return (
    <>
      <Menu
        button={{ size: 'xs', variant: 'default', leftSection: <Icon of={Bookmark} size={16} /> }}
        label={shown === undefined ? t`Views` : t`View: ${shown}`}
        about={own.length === 0 ? t`No saved views of this page` : undefined}
      >
        {own.map(view => (
          <Group key={view.name} role="none" gap={0} wrap="nowrap" align="stretch">
            <MenuItem onClick={() => history.push(localTarget(view.address))}>{view.name}</MenuItem>
            <MenuItem
              aria-label={t`Delete the view ${view.name}`}
              onClick={() => setViews(views.filter(other => other !== view))}
            >
              ✕
            </MenuItem>
          </Group>
        ))}
        {shown !== undefined && !own.some(({ name }) => name === shown) && (
          <MenuItem onClick={() => save(shown)}>{t`Keep “${shown}”`}</MenuItem>
        )}
        <MenuItem onClick={naming.open}>{t`Save this view…`}</MenuItem>
        <MenuItem onClick={share}>{t`Copy link`}</MenuItem>
      </Menu>
      <Dialog opened={isNaming} onClose={naming.close} title={t`Save this view`}>
        <Form
          send={form => Promise.resolve(formText(form, 'view').trim())}
          onSent={save}
          action={t`Save view`}
        >
          <Field
            name="view"
            label={t`Name`}
            description={t`The page with its filters, kept in this browser. “Copy link” shares it.`}
            // With a visible character.
            pattern=".*\S.*"
            required
            maxLength={60}
            data-autofocus
          />
        </Form>
      </Dialog>
    </>
  );
}
