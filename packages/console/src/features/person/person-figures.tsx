import { t } from '@lingui/core/macro';
import type { LinkProps } from '@tanstack/react-router';
import type { Requirement } from '../../api/queries';
import { score } from '../../counts';
import { count, percent } from '../../text/format';
import { Figure } from '../../ui/figure';
import { isShown, type Shown, SOON_DAYS, standOf } from './requirements';

/** How a person stands; a figure leads to the lines that it counts. */
export function PersonFigures({ requirements }: { requirements: readonly Requirement[] }) {
  const numberOf = (shown: Shown) => requirements.filter(row => isShown(row, shown)).length;
  const { required, satisfied } = standOf(requirements);
  return (
    <div className="surface figures" role="group" aria-label={t`The person in figures`}>
      <Figure
        label={t`Satisfied of what is required`}
        value={percent(score({ required, satisfied }))}
        note={t`${count(satisfied)} of ${count(required)}`}
      />
      <Figure
        label={t`Not satisfied`}
        value={count(required - satisfied)}
        note={t`Missing, expired or not yet valid`}
        link={showing('unsatisfied')}
      />
      <Figure
        label={t`Expires within ${SOON_DAYS} days`}
        value={count(numberOf('expiring'))}
        note={t`Still held, required or not`}
        link={showing('expiring')}
      />
    </div>
  );
}

function showing(show: Shown): LinkProps {
  return { to: '.', search: before => ({ ...before, show }), resetScroll: false };
}
