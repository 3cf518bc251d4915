import { Fragment, type ReactNode } from 'react';

/** What is known of something, each under its label. */
export function Facts(props: {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  className?: string;
}) {
  const { facts, className = '' } = props;
  return (
    <dl className={`facts ${className}`}>
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
