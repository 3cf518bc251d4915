import { plural, t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { NONE, score } from '../../counts';
import { matcher } from '../../text/fold';
import { count } from '../../text/format';
import { Bar } from '../../ui/bar';
import { Nothing } from '../../ui/page';
import { PersonLink } from '../../ui/person-link';
import type { Column } from '../../ui/table/columns';
import { DataTable } from '../../ui/table/data-table';
import { countColumn, shareColumn } from '../../ui/table/record-columns';
import { LineDetails } from './line-details';
import { COUNTS, type Line, type Summary, toLines } from './lines';

/** One line per person and department, worst first. */
export function PeopleTable({ rows, q }: { rows: readonly Summary[]; q: string }) {
  const lines = useMemo(() => toLines(rows), [rows]);
  const found = useMemo(() => {
    const isFound = matcher(q);
    return lines.filter(({ member }) => isFound(member.name));
  }, [lines, q]);
  const columns = useMemo(() => toColumns(rows), [rows]);
  if (lines.length === 0) {
    return (
      <Nothing title={t`Nobody is reported on here`}>
        {t`Choose other departments, people or functions.`}
      </Nothing>
    );
  }
  return (
    <DataTable
      label={t`Compliance by person`}
      columns={columns}
      rows={found}
      rowId={({ id }) => id}
      sort={{ id: 'total', direction: 'asc' }}
      expansion={{
        label: ({ member, department }) => t`All counts of ${member.name}, ${department.name}`,
        content: line => <LineDetails line={line} />,
      }}
      isPinned
      caption={plural(found.length, {
        one: '# line, one per person and department',
        other: '# lines, one per person and department',
      })}
    />
  );
}

function toColumns(rows: readonly Summary[]): Column<Line>[] {
  const names = new Map(rows.map(({ measurement }) => [measurement.key, measurement.name]));
  const keys = [...names.keys()].sort((a, b) => a - b);
  return [
    {
      id: 'person',
      header: t`Person`,
      value: ({ member }) => member.name,
      cell: ({ member }) => <PersonLink {...member} />,
      width: 170,
    },
    { id: 'code', header: t`Code`, value: ({ member }) => member.code, width: 90 },
    {
      id: 'department',
      header: t`Department`,
      value: ({ department }) => department.name,
      width: 170,
    },
    { id: 'profile', header: t`Primary profile`, value: ({ profile }) => profile, width: 160 },
    shareColumn('total', t`All`, ({ total }) => total, 130),
    ...(keys.length < 2
      ? []
      : keys.map(
          (key): Column<Line> => ({
            id: `measurement${key}`,
            header: names.get(key) ?? '',
            value: ({ measurements }) => score(measurements.get(key) ?? NONE),
            cell: ({ measurements }) => <MeasurementBar of={measurements.get(key)} />,
            width: 150,
          }),
        )),
    ...(keys.length === 1
      ? COUNTS.filter(({ name }) => name !== 'notApplicable').map(({ name, label }) =>
          countColumn<Line>(
            name,
            label,
            ({ measurements }) => measurements.get(keys[0]!)?.[name] ?? 0,
            108,
          ),
        )
      : []),
  ];
}

function MeasurementBar({ of }: { of: Summary['measurement'] | undefined }) {
  if (of === undefined) return '–';
  return (
    <Bar value={score(of)} title={t`${of.name}: ${count(of.satisfied)} of ${count(of.required)}`} />
  );
}
