import type { Cell } from '@platform/spreadsheet';
import { EQUIPMENT, TASKS } from './names';
import { type DemoOrganization, departmentName, FOR, isFacility } from './organization';
import { isEdge } from './plan';

/** Every department; one in five has no code. */
export function* departmentRows(organization: DemoOrganization): Generator<Cell[]> {
  for (let department = 0; department < organization.departments; department++) {
    const code = department % 5 === 4 ? null : `D${String(department + 1).padStart(3, '0')}`;
    yield [
      organization.departmentId(department),
      organization.id,
      departmentName(department),
      code,
      isFacility(department),
    ];
  }
}

/** The departments and functions of each member: most have the function Department. */
export function* affiliationRows(organization: DemoOrganization): Generator<Cell[]> {
  const { random, index, members } = organization;
  for (let member = 0; member < members; member++) {
    if (isEdge(members, member, 'noDepartment')) continue;
    for (const [place, department] of organization.departmentsOf(member).entries()) {
      const others = ['Organization', 'Administration', 'Employee'] as const;
      const isOrdinary = random.percent(70, FOR.function, index, member, place);
      const ordinary = isOrdinary
        ? 'Department'
        : random.pick(others, FOR.function, index, member, place, 1);
      yield [
        organization.memberId(member),
        organization.departmentId(department),
        isEdge(members, member, 'employeeOnly') ? 'Employee' : ordinary,
      ];
    }
  }
}

/** Every profile; one in four has no code. */
export function* profileRows(organization: DemoOrganization): Generator<Cell[]> {
  for (let profile = 0; profile < organization.profiles; profile++) {
    const equipment = EQUIPMENT[profile % EQUIPMENT.length]!.replace(/^an? /, '');
    const level = Math.floor(profile / EQUIPMENT.length) + 1;
    yield [
      organization.profileId(profile),
      organization.id,
      `Operator, ${equipment}, level ${level}`,
      profile % 4 === 3 ? null : `PR-${profile + 1}`,
    ];
  }
}

/** A primary and a second profile in the department where a member works; some have the second elsewhere, too. */
export function* assignmentRows(organization: DemoOrganization): Generator<Cell[]> {
  const { random, index, members } = organization;
  for (let member = 0; member < members; member++) {
    if (isEdge(members, member, 'noDepartment') || isEdge(members, member, 'noProfile')) continue;
    const [home, elsewhere] = organization.departmentsOf(member);
    const [primary, second] = organization.profilesOf(member);
    if (home === undefined) continue;
    const id = organization.memberId(member);
    const [primaryId, secondId] = [primary!, second!].map(profile =>
      organization.profileId(profile),
    );
    yield [id, organization.departmentId(home), primaryId!, true, true];
    const mustComply = random.percent(70, FOR.profile, index, member, 2);
    yield [id, organization.departmentId(home), secondId!, false, mustComply];
    if (elsewhere !== undefined && random.percent(20, FOR.profile, index, member, 3)) {
      yield [id, organization.departmentId(elsewhere), secondId!, false, true];
    }
  }
}

/** Every competency, two in five of them critical; numbered 1.01 to 1.10, then 2.01 and on. */
export function* competencyRows(organization: DemoOrganization): Generator<Cell[]> {
  const { random, index } = organization;
  for (let competency = 0; competency < organization.competencies; competency++) {
    const task = TASKS[competency % TASKS.length]!;
    const equipment = EQUIPMENT[Math.floor(competency / TASKS.length) % EQUIPMENT.length]!;
    const round = Math.floor(competency / (TASKS.length * EQUIPMENT.length));
    yield [
      organization.competencyId(competency),
      organization.id,
      `${Math.floor(competency / 10) + 1}.${String((competency % 10) + 1).padStart(2, '0')}`,
      `${task} ${equipment}${round === 0 ? '' : `, unit ${round + 1}`}`,
      random.percent(40, FOR.competency, index, competency) ? 'Critical' : 'Non-Critical',
    ];
  }
}

export function* profileCompetencyRows(organization: DemoOrganization): Generator<Cell[]> {
  for (let profile = 0; profile < organization.profiles; profile++) {
    for (const competency of organization.competenciesOf(profile)) {
      yield [organization.profileId(profile), organization.competencyId(competency)];
    }
  }
}
