/**
 * A share of 0 to 1, to four decimals, half up; `whole` is positive. A part that is neither nothing nor the whole is at
 * least 0.0001 and at most 0.9999. share.define.sql has the same rule.
 */
export function share(part: number, whole: number): number {
  // In whole numbers: a quotient could lie on the wrong side of a half.
  const tenThousandths = Math.floor((part * 20_000 + whole) / (2 * whole));
  const isPart = part > 0 && part < whole;
  return (isPart ? Math.min(Math.max(tenThousandths, 1), 9_999) : tenThousandths) / 10_000;
}
