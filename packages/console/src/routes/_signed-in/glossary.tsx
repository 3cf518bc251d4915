import { createFileRoute } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Page } from '../../ui/page';
import { WORDS } from '../../words';

export const Route = createFileRoute('/_signed-in/glossary')({ component: GlossaryPage });

const TERMS = [
  ['Achievement', WORDS.achievement],
  ['Competency', WORDS.competency],
  ['Developer role', WORDS.developer],
  ['Function', WORDS.function],
  ['Gap', WORDS.gap],
  ['Handle', WORDS.handle],
  ['Measurement', WORDS.measurement],
  ['Profile', WORDS.profile],
  ['Profiles: Compliance, Primary, All', WORDS.profiles],
  ['Report scope', WORDS.scope],
  ['Requirement', WORDS.requirement],
  ['Roster', WORDS.roster],
  ['Snapshot', WORDS.snapshot],
  ['Standing', WORDS.standing],
  ['Ticket', WORDS.ticket],
] as const;

/** What the words of the console mean. */
function GlossaryPage() {
  return (
    <Page title="Glossary" about="The words of these pages.">
      <dl className="surface glossary">
        {TERMS.map(([term, meaning]) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </Page>
  );
}
