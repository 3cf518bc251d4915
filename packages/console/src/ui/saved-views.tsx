import { Button, CloseButton, Group, Menu, Modal, TextInput } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { BookmarkIcon } from './icons';

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
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<BookmarkIcon />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {own.length === 0 && <Menu.Label>No saved view of this page</Menu.Label>}
          {own.map(view => (
            <Group key={view.name} gap={0} wrap="nowrap">
              <Menu.Item onClick={() => history.push(view.address)}>{view.name}</Menu.Item>
              <CloseButton
                size="sm"
                aria-label={`Forget the view ${view.name}`}
                onClick={() => setViews(views.filter(other => other !== view))}
              />
            </Group>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={naming.open}>Save this view…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isNaming} onClose={naming.close} title="Save this view" centered>
        <NameForm onSave={save} onCancel={naming.close} />
      </Modal>
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
