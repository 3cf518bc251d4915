import { Button, Group, TextInput } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from './dialog';
import { BookmarkIcon } from './icons';
import { Menu, MenuItem } from './menu';

interface View {
  readonly name: string;
  readonly address: string;
}

/** Addresses that were given a name, kept in the browser. */
export function SavedViews() {
  const [views, setViews] = useLocalStorage<View[]>({ key: 'views', defaultValue: [] });
  const [isNaming, naming] = useDisclosure(false);
  const { href, pathname } = useLocation();
  const { history } = useRouter();
  const own = views.filter(({ address }) => pathOf(address) === pathname);
  const save = (name: string) => {
    naming.close();
    setViews([...views.filter(view => view.name !== name), { name, address: href }]);
  };
  return (
    <>
      <Menu
        button={{ size: 'xs', variant: 'default', leftSection: <BookmarkIcon /> }}
        label="Views"
        about={own.length === 0 ? 'No saved view of this page' : undefined}
      >
        {own.map(view => (
          <div key={view.name} role="none" className="menu-row">
            <MenuItem onClick={() => history.push(view.address)}>{view.name}</MenuItem>
            <MenuItem
              label={`Forget the view ${view.name}`}
              onClick={() => setViews(views.filter(other => other !== view))}
            >
              ✕
            </MenuItem>
          </div>
        ))}
        <MenuItem onClick={naming.open}>Save this view…</MenuItem>
      </Menu>
      <Dialog opened={isNaming} onClose={naming.close} title="Save this view">
        <NameForm onSave={save} onCancel={naming.close} />
      </Dialog>
    </>
  );
}

function NameForm({ onSave, onCancel }: { onSave: (name: string) => void; onCancel: () => void }) {
  const [name, setName] = useState('');
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        if (name.trim() !== '') onSave(name.trim());
      }}
    >
      <TextInput
        label="Name"
        description="The page with its filters, in this browser only."
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={60}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Save view</Button>
      </Group>
    </form>
  );
}

function pathOf(address: string): string {
  return address.split('?')[0]!;
}
