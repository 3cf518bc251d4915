import { percent } from '../text/format';

/** A share as a figure and a bar; where nothing is required there is no bar. */
export function Bar({ value, title }: { value: number | null; title?: string }) {
  if (value === null) {
    return (
      <span className="bar bar-none" title={title}>
        <span>–</span>
      </span>
    );
  }
  return (
    <span className="bar" title={title}>
      <span>{percent(value)}</span>
      <span aria-hidden="true">
        <i style={{ width: `${value * 100}%` }} />
      </span>
    </span>
  );
}
