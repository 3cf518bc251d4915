import { t } from '@lingui/core/macro';
import { Button, CopyButton, Group, TextInput } from '@mantine/core';

/** A credential to copy, which the API returns only once. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  return (
    <Group align="flex-end" mt="md" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        description={t`Copy it now. It is not shown again.`}
        value={value}
        readOnly
        autoComplete="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        flex={1}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? t`Copied` : t`Copy`}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
