/** Records in the API's format. */

export const page = (items: readonly unknown[], more: object = {}) => ({
  items,
  total: items.length,
  page: 1,
  pageSize: 100,
  ...more,
});

export const DEPARTMENT = { id: '00000000-0000-4000-8000-00000000000a', name: 'Yard', code: 'Y1' };
const MEMBER = { id: 'm1', name: 'Grace Hopper', code: 'P-1' };
const MEASUREMENT = { key: 3, name: 'Critical Competencies' };
const COUNTS = {
  score: 0.25,
  required: 4,
  satisfied: 1,
  expired: 1,
  notCompleted: 2,
  notApplicable: 0,
  needsTraining: 0,
  selfAssessed: 0,
  submitted: 0,
  validated: 1,
};

export const TREND = {
  department: DEPARTMENT,
  measurement: MEASUREMENT,
  month: '2026-10',
  snapshotDate: '2026-10-25',
  required: 4,
  satisfied: 1,
  score: 0.25,
};

export const SUMMARY = {
  department: DEPARTMENT,
  member: MEMBER,
  primaryProfile: null,
  measurement: { ...MEASUREMENT, ...COUNTS },
};

export const EXPIRATION = {
  kind: 'achievement',
  memberId: 'm1',
  memberName: 'Grace Hopper',
  memberEmail: 'grace@acme.test',
  itemId: 'i1',
  itemName: 'First Aid',
  itemNumber: null,
  measurement: MEASUREMENT,
  isRequired: true,
  status: 'Expired',
  expiresAt: '2026-11-01T00:00:00.000+00:00',
  daysLeft: -21,
};

export const ACHIEVEMENT = {
  achievementId: '00000000-0000-4000-8000-00000000000f',
  achievementName: 'First Aid',
  achievementType: 'x',
  companyId: 'c',
  holders: 12,
};

export const GAPS = page(
  [
    {
      learnerAccountId: 'a1',
      memberId: 'm1',
      learnerName: 'Grace Hopper',
      email: 'grace@acme.test',
      personCode: 'P-1',
      personType: 'Employee',
      jobTitle: 'Rigger',
      hasTicket: false,
      ticketId: null,
      status: null,
      issuedAt: null,
      expiresAt: null,
      isRequired: true,
    },
  ],
  {
    achievement: ACHIEVEMENT,
    summary: {
      roster: 4,
      excludedNoPersonType: 1,
      valid: 3,
      gaps: 1,
      standings: [{ status: 'missing', hasTicket: false, people: 1 }],
    },
  },
);

export const VALIDATION = {
  memberId: 'm1',
  memberName: 'Grace Hopper',
  competencyId: 'c1',
  competencyNumber: '1',
  competencyName: 'Rigging',
  criticality: 'Critical',
  status: 'Validated',
  validatedAt: '2026-01-01T00:00:00.000+00:00',
  expiresAt: '2029-01-15T00:00:00.000+00:00',
  validatorId: null,
  validatorName: null,
};

export const STATISTIC = {
  ...COUNTS,
  id: 's1',
  memberId: 'm1',
  memberName: 'Grace Hopper',
  departmentId: DEPARTMENT.id,
  departmentName: 'Yard',
  departmentRole: 'Department',
  tagPrimacy: 'Primary',
  completed: 1,
  progress: 0.5,
  asAt: '2026-11-22T02:00:00.000+00:00',
};

export const PERSON = {
  asOf: '2026-11-22T10:00:00.000+00:00',
  member: {
    ...MEMBER,
    email: 'grace@acme.test',
    personType: 'Employee',
    jobTitle: 'Rigger',
    accountId: 'a1',
  },
  affiliations: [{ department: DEPARTMENT, function: 'Department' }],
  profiles: [],
  measurements: [],
  requirements: [
    {
      kind: 'competency',
      id: 'c1',
      number: '1.1',
      name: 'Rigging',
      measurement: MEASUREMENT,
      status: 'Not Completed',
      isRequired: true,
      heldSince: null,
      expiresAt: null,
      validatorName: null,
      isSatisfied: false,
      departments: [DEPARTMENT],
      ticketId: null,
      certificateNumber: null,
      note: null,
      source: null,
    },
  ],
};
