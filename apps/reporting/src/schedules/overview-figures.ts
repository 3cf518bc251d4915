import { measurementName } from '../compliance/measurements';
import type { Language, Organization } from '../http/principal';
import { FORMATS } from '../mail/languages';
import type { MailCell, MailTable } from '../mail/message';
import type { DepartmentComplianceRow } from '../reports/compliance/compliance-overview';
import { share } from '../reports/compliance/compliance-summary';
import type { ComplianceTrendRow } from '../reports/compliance/compliance-trends';
import { SCHEDULE_MAIL_TEXTS } from './schedule-mail-texts';

interface Counts {
  readonly required: number;
  readonly satisfied: number;
}

interface DepartmentFigures {
  readonly name: string;
  readonly now: Counts;
  /** In the last snapshot of the previous month; null if there is none. */
  readonly before: Counts | null;
  /** The figures by measurement, in the order of `measurements`. */
  readonly cells: readonly Counts[];
}

export interface OverviewFigures {
  readonly now: Counts;
  readonly before: Counts | null;
  /** The month of `before`, such as `2026-10`; null without a snapshot. */
  readonly month: string | null;
  /** The names of measurements with requirements. */
  readonly measurements: readonly string[];
  readonly departments: readonly DepartmentFigures[];
}

type Row = Counts & { readonly departmentId: string; readonly measurementKey: number };

/** Returns the figures of an overview, in the order of its rows, and those of the previous month. */
export function overviewFigures(
  organization: Organization,
  rows: readonly DepartmentComplianceRow[],
  lastMonth: readonly ComplianceTrendRow[],
): OverviewFigures {
  const keys = [...new Set(rows.filter(({ required }) => required > 0).map(key))].sort(
    (one, other) => one - other,
  );
  const byDepartment = Map.groupBy(rows, ({ departmentId }) => departmentId);
  const earlier = Map.groupBy(lastMonth, ({ departmentId }) => departmentId);
  return {
    now: sum(rows),
    before: sumOrNull(lastMonth),
    month: lastMonth[0]?.month ?? null,
    measurements: keys.map(each => measurementName(organization, each)),
    departments: [...byDepartment].map(([id, own]) => ({
      name: own[0]!.departmentName,
      now: sum(own),
      before: sumOrNull(earlier.get(id) ?? []),
      cells: keys.map(each => sum(own.filter(row => key(row) === each))),
    })),
  };
}

const key = ({ measurementKey }: Row) => measurementKey;

function sum(rows: readonly Counts[]): Counts {
  return rows.reduce(
    (total, { required, satisfied }) => ({
      required: total.required + required,
      satisfied: total.satisfied + satisfied,
    }),
    { required: 0, satisfied: 0 },
  );
}

const sumOrNull = (rows: readonly Counts[]) => (rows.length === 0 ? null : sum(rows));

/** Returns a share from 0 to 1; null if nothing is required. */
const scoreOf = ({ required, satisfied }: Counts) =>
  required === 0 ? null : share(satisfied, required);

const MAX_LISTED = 3;

/** Some email clients truncate messages above about 100 kB. */
const MAX_DEPARTMENTS = 60;

/** The number of columns that fit side by side in email clients. */
const MAX_COLUMNS = 5;

/** Returns, for example, `75.5% of what is required is satisfied (163 of 216), -2.3 points since October 2026.` */
export function headline({ now, before, month }: OverviewFigures, language: Language): string {
  const { count, points, month: monthName } = FORMATS[language];
  const texts = SCHEDULE_MAIL_TEXTS[language];
  const score = scoreOf(now);
  if (score === null) return texts.nothing;
  const change = changeOf(now, before);
  const since = change === null ? '' : texts.since(points(change), monthName(month!));
  return texts.headline(percent(score, language), count(now.satisfied), count(now.required), since);
}

/** Returns the lowest departments, those that changed most, and the heat map of all. */
export function overviewTables(figures: OverviewFigures, language: Language): MailTable[] {
  const { departments, measurements, month } = figures;
  const { count, points, month: monthName } = FORMATS[language];
  const texts = SCHEDULE_MAIL_TEXTS[language];
  const shareOf = (counts: Counts) => percent(scoreOf(counts)!, language);
  const scored = departments.filter(({ now }) => now.required > 0);
  if (scored.length === 0) return [];
  const lowest = scored.toSorted((one, other) => scoreOf(one.now)! - scoreOf(other.now)!);
  const changed = scored
    .map(each => ({ ...each, change: changeOf(each.now, each.before) ?? 0 }))
    .filter(({ change }) => change !== 0)
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change));
  const isCut = departments.length > MAX_DEPARTMENTS;
  const mapped = isCut ? lowest.slice(0, MAX_DEPARTMENTS) : departments;
  const title = isCut
    ? texts.lowestOf(mapped.length, count(departments.length))
    : texts.allDepartments;
  const columns = [texts.all, ...measurements];
  const starts = columns.flatMap((_, index) => (index % MAX_COLUMNS === 0 ? [index] : []));
  return [
    {
      title: texts.lowest,
      headings: [texts.department, texts.satisfied, texts.of],
      rows: lowest
        .slice(0, MAX_LISTED)
        .map(({ name, now }) => [name, shareOf(now), count(now.required)]),
    },
    ...(changed.length === 0
      ? []
      : [
          {
            title: texts.changed(monthName(month!)),
            headings: [texts.department, texts.points, texts.now],
            rows: changed
              .slice(0, MAX_LISTED)
              .map(({ name, now, change }) => [name, points(change), shareOf(now)]),
          },
        ]),
    ...starts.map(start => ({
      ...(start === 0 && { title }),
      headings: [texts.department, ...columns.slice(start, start + MAX_COLUMNS)],
      rows: mapped.map(({ name, now, cells }) => [
        name,
        ...[now, ...cells].slice(start, start + MAX_COLUMNS).map(counts => shade(counts, language)),
      ]),
    })),
  ];
}

/** From fully satisfied to not satisfied, in the colors of the console's heat map. */
const SCALE: readonly (readonly [from: number, background: string, color: string])[] = [
  [1, '#edf5f8', '#10303a'],
  [0.9, '#d5e8ee', '#10303a'],
  [0.8, '#b3d6e0', '#10303a'],
  [0.7, '#83bccc', '#10303a'],
  [0.5, '#33788e', '#ffffff'],
  [0.25, '#155266', '#ffffff'],
  [0, '#042b38', '#ffffff'],
];

function shade(counts: Counts, language: Language): MailCell {
  const score = scoreOf(counts);
  if (score === null) return '–';
  const [, background, color] = SCALE.find(([from]) => score >= from)!;
  return { text: percent(score, language), background, color };
}

function changeOf(now: Counts, before: Counts | null): number | null {
  const [after, earlier] = [scoreOf(now), before && scoreOf(before)];
  return after === null || earlier === null ? null : after - earlier;
}

/** Never rounds a share below 1 to 100% or one above 0 to 0%. */
function percent(score: number, language: Language): string {
  const isPart = score > 0 && score < 1;
  return FORMATS[language].percent(isPart ? Math.min(Math.max(score, 0.001), 0.999) : score);
}
