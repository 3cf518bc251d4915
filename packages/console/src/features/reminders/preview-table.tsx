import { plural, t } from '@lingui/core/macro';
import { Box, Text } from '@mantine/core';
import { Fragment } from 'react';
import type { Schemas } from '../../api/client';
import { count, Day } from '../../text/format';
import { EmptyState } from '../../ui/page';
import { HeadedTable, Row } from '../../ui/table/headed-table';

type Mail = Schemas['PlannedReminder'];

const MAX_MAILS = 100;

export function PreviewTable({ items }: { items: readonly Mail[] }) {
  if (items.length === 0) {
    return (
      <EmptyState title={t`Nothing would be sent that day`}>
        {t`Nothing expires the configured number of days before or after that day, people were already reminded, or no mails are sent on that day of the week.`}
      </EmptyState>
    );
  }
  const shown = items.slice(0, MAX_MAILS);
  return (
    <Box className="surface">
      <Text size="sm" p="sm" role="status">
        {items.length > MAX_MAILS
          ? t`${count(items.length)} mails, here the first ${MAX_MAILS}`
          : plural(items.length, { one: '# mail', other: '# mails' })}
      </Text>
      <HeadedTable
        label={t`Mails of that day`}
        titles={[t`To`, t`About`, t`What expires`]}
        minWidth={720}
      >
        {shown.map(mail => (
          <MailRow key={`${mail.to} ${mail.memberId}`} mail={mail} />
        ))}
      </HeadedTable>
    </Box>
  );
}

const MAX_ENTRIES = 5;

function MailRow({ mail: { to, email, entries } }: { mail: Mail }) {
  const rest = entries.length - MAX_ENTRIES;
  return (
    <Row
      cells={[
        email,
        to === 'member' ? t`Their own` : t`Their departments`,
        <Fragment key="entries">
          {entries.slice(0, MAX_ENTRIES).map(entry => (
            <Text
              size="sm"
              key={`${entry.kind} ${entry.itemId} ${entry.memberName} ${entry.expiresAt}`}
            >
              {to === 'department' && `${entry.memberName}: `}
              {entry.itemName}, <Day at={entry.expiresAt} />
            </Text>
          ))}
          {rest > 0 && (
            <Text size="sm" c="dimmed">
              {t`and ${rest} more`}
            </Text>
          )}
        </Fragment>,
      ]}
    />
  );
}
