import * as is from './column-types';
import * as when from './date-types';
import {
  column,
  companyId,
  expiresAtAbout,
  file,
  howToGet,
  id,
  memberId,
  ownId,
  source,
} from './define-file';
import type { ImportFile } from './import-file';

export const requirementFiles: readonly ImportFile[] = [
  file('competencies.csv', {
    table: 'competency',
    row: 'a competency',
    about: 'Skills that members must have.',
    columns: {
      id: ownId('competencies.csv', 'the competency'),
      companyId,
      number: column(is.text(100), 'the number that lists are ordered by', '1.01'),
      name: column(is.text(500), 'its name', 'Isolate a pressure vessel'),
      criticality: column(
        is.oneOf('reporting.criticality', 'Critical', 'Non-Critical'),
        'determines which of two measurements counts it',
        'Critical',
      ),
      ...howToGet,
    },
  }),
  file('profile-competencies.csv', {
    table: 'profile_competency',
    row: 'a competency of a profile',
    about: 'The competencies that profiles require.',
    columns: {
      profileId: id('profiles.csv', 'the profile'),
      competencyId: id('competencies.csv', 'the competency'),
    },
    key: ['profileId', 'competencyId'],
  }),
  file('competency-standings.csv', {
    table: 'competency_standing',
    row: 'a standing',
    about:
      'The standings of members in competencies. Without a row, a competency is not completed.',
    columns: {
      memberId,
      competencyId: id('competencies.csv', 'the competency'),
      status: column(
        is.oneOf('reporting.standing_status', ...is.STANDING_STATUSES),
        'its status',
        'Validated',
      ),
      isValidated: column(
        is.flag,
        'whether somebody validated it, which matters for Not Applicable',
        'true',
      ),
      validatedAt: column(is.optional(when.timestamp), 'when it was validated', '2026-02-01'),
      expiresAt: column(when.expiry, expiresAtAbout, '2028-02-01T09:00:00-07:00'),
      validatorId: id('members.csv', 'the member who validated it', { type: is.optional(is.uuid) }),
      source,
    },
    key: ['memberId', 'competencyId'],
    special: { isEdited: true },
  }),
  file('achievements.csv', {
    table: 'achievement',
    row: 'an achievement',
    about: 'Certificates, courses, orientations and documents that members have tickets for.',
    columns: {
      id: ownId('achievements.csv', 'the achievement'),
      companyId,
      name: column(is.text(500), 'its name', 'First Aid'),
      type: column(
        is.achievementType,
        'the measurement that counts it',
        'Time-Sensitive Safety Certificates',
        { stored: 'measurement' },
      ),
      ...howToGet,
    },
  }),
  file('profile-achievements.csv', {
    table: 'profile_achievement',
    row: 'an achievement of a profile',
    about:
      'The achievements that profiles require of everybody they are assigned to. Without it, only tickets require achievements.',
    columns: {
      profileId: id('profiles.csv', 'the profile'),
      achievementId: id('achievements.csv', 'the achievement'),
    },
    key: ['profileId', 'achievementId'],
  }),
  file('tickets.csv', {
    table: 'ticket',
    row: 'a ticket',
    about: 'Achievements that members hold or have to get.',
    columns: {
      id: ownId('tickets.csv', 'the ticket'),
      memberId,
      achievementId: id('achievements.csv', 'the achievement'),
      isRequired: column(
        is.flag,
        'whether the member needs it even if no profile requires it',
        'true',
      ),
      status: column(
        is.oneOf('reporting.ticket_status', 'Pending', 'Valid', 'Expired', 'Submitted'),
        'its status',
        'Valid',
      ),
      issuedAt: column(is.optional(when.timestamp), 'when it was issued', '2026-01-15'),
      expiresAt: column(when.expiry, expiresAtAbout, '2029-01-15'),
      certificateNumber: column(
        is.optional(is.text(100)),
        'the number on the certificate',
        'FA-2026-0117',
        { mayBeMissing: true },
      ),
      note: column(is.optional(is.text(500)), 'any other information', 'Seen on paper', {
        mayBeMissing: true,
      }),
      source,
    },
    special: { isEdited: true },
  }),
];
