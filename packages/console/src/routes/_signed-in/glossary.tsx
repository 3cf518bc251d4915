import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { Facts } from '../../ui/figure';
import { Page } from '../../ui/page';
import { WORDS } from '../../words';

export const Route = createFileRoute('/_signed-in/glossary')({ component: GlossaryPage });

const TERMS = [
  [t`Achievement`, WORDS.achievement],
  [t`Competency`, WORDS.competency],
  [t`Developer role`, WORDS.developer],
  [t`Function`, WORDS.function],
  [t`Gap`, WORDS.gap],
  [t`Handle`, WORDS.handle],
  [t`Measurement`, WORDS.measurement],
  [t`Profile`, WORDS.profile],
  [t`Profiles: Compliance, Primary, All`, WORDS.profiles],
  [t`Report scope`, WORDS.scope],
  [t`Requirement`, WORDS.requirement],
  [t`Snapshot`, WORDS.snapshot],
  [t`Standing`, WORDS.standing],
  [t`Ticket`, WORDS.ticket],
] as const;

function GlossaryPage() {
  return (
    <Page title={t`Glossary`} about={t`Terms used on these pages.`}>
      <Facts facts={TERMS} className="surface glossary" />
    </Page>
  );
}
