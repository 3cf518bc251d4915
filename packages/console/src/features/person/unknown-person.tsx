import { t } from '@lingui/core/macro';
import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Nothing, Page } from '../../ui/page';

/** Where the address of a person names nobody: there is nothing to download, send or filter. */
export function UnknownPerson() {
  return (
    <Page title={t`Person`}>
      <Nothing title={t`There is no such person here`}>
        {t`Nobody who is reported on in this organization has this address. They may have left, or belong to another organization.`}
        <Group justify="center" mt="sm">
          <Link className="person" to="/directory">
            {t`Search the directory`}
          </Link>
          <Link className="person" to="/overview">
            {t`Go to the overview`}
          </Link>
        </Group>
      </Nothing>
    </Page>
  );
}
