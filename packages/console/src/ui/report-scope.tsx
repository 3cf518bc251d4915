import { plural, t } from '@lingui/core/macro';
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import { DialogAction } from './buttons';
import { DepartmentsField } from './organization-filters';

type Kind = Schemas['AccountOrganization']['reportScope'];

export interface Scope<Of extends Kind = Kind> {
  readonly reportScope: Of;
  readonly reportDepartments: string[];
}

const NAMES: Readonly<Record<Kind, string>> = {
  organization: t`The organization`,
  administered: t`Departments that they administer`,
  departments: t`Departments`,
};

export function scopeName({ reportScope, reportDepartments }: Scope): string {
  return reportScope === 'departments'
    ? plural(reportDepartments.length, { one: '# department', other: '# departments' })
    : NAMES[reportScope];
}

interface ScopeFormProps<Of extends Kind> {
  organization: string;
  scope: Scope<Of>;
  kinds: readonly Of[];
  /** Replaces the scope while a right is missing, until which it does not apply. */
  shown?: string | undefined;
  onSave: (scope: Scope<Of>) => void;
}

/** A button that shows which rows reports contain, and opens a form to change it. */
export function ReportScope<Of extends Kind>(
  props: ScopeFormProps<Of> & {
    /** Completes "Report scope": `in acme`. */
    label: string;
  },
) {
  const { label, ...form } = props;
  const text = t`Reports: ${form.shown ?? scopeName(form.scope)}`;
  return (
    <DialogAction
      name={`${text} (${label})`}
      title={t`Report scope ${label}`}
      content={close => (
        <ScopeForm
          {...form}
          onSave={chosen => {
            close();
            form.onSave(chosen);
          }}
        />
      )}
    >
      {text}
    </DialogAction>
  );
}

function ScopeForm<Of extends Kind>(props: ScopeFormProps<Of>) {
  const { organization, scope, kinds, shown, onSave } = props;
  const [kind, setKind] = useState(scope.reportScope);
  const [departments, setDepartments] = useState(scope.reportDepartments);
  const isByDepartments = kind === 'departments';
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t`Reports show`}
        description={shown !== undefined && t`Requires access and report access`}
        data={kinds.map(value => ({ value, label: NAMES[value] }))}
        value={kind}
        onChange={({ currentTarget: { selectedIndex } }) => setKind(kinds[selectedIndex]!)}
      />
      {isByDepartments && (
        <DepartmentsField
          organization={organization}
          placeholder={t`Choose departments`}
          max={200}
          value={departments.length === 0 ? undefined : departments}
          onChange={chosen => setDepartments(chosen ?? [])}
        />
      )}
      <Group justify="flex-end">
        <Button
          disabled={isByDepartments && departments.length === 0}
          onClick={() =>
            onSave({ reportScope: kind, reportDepartments: isByDepartments ? departments : [] })
          }
        >
          {t`Save the scope`}
        </Button>
      </Group>
    </Stack>
  );
}
