import * as is from './column-types';
import * as when from './date-types';
import {
  column,
  companyId,
  expiresAtAbout,
  file,
  howToGet,
  id,
  lackable,
  memberId,
  ownId,
  source,
} from './define-file';
import type { ImportFile } from './import-file';

/** What members have to be able to do and to hold, and how they stand by it. */
export const requirementFiles: readonly ImportFile[] = [
  file('competencies.csv', {
    table: 'competency',
    row: 'a competency',
    about: 'What members have to be able to do.',
    columns: {
      id: ownId('competencies.csv', 'the competency'),
      companyId,
      number: column(is.text(100), 'by which lists are ordered', '1.01'),
      name: column(is.text(500), 'its name', 'Isolate a pressure vessel'),
      criticality: column(
        is.oneOf('reporting.criticality', 'Critical', 'Non-Critical'),
        'which of two measurements counts it',
        'Critical',
      ),
      ...howToGet,
    },
  }),
  file('profile-competencies.csv', {
    table: 'profile_competency',
    row: 'a competency of a profile',
    about: 'Which competencies a profile needs.',
    columns: {
      profileId: id('profiles.csv', 'the profile'),
      competencyId: id('competencies.csv', 'the competency'),
    },
    key: ['profileId', 'competencyId'],
  }),
  file('competency-standings.csv', {
    table: 'competency_standing',
    row: 'a standing',
    about: 'How a member stands by a competency; no row means not completed.',
    columns: {
      memberId,
      competencyId: id('competencies.csv', 'the competency'),
      status: column(
        is.oneOf(
          'reporting.standing_status',
          'Not Completed',
          'Self-Assessed',
          'Submitted',
          'Validated',
          'Needs Training',
          'Not Applicable',
          'Expired',
        ),
        'its status',
        'Validated',
      ),
      isValidated: column(
        is.flag,
        'whether somebody validated it; counts with Not Applicable',
        'true',
      ),
      validatedAt: column(is.optional(when.timestamp), 'when it was validated', '2026-02-01'),
      expiresAt: column(when.expiry, expiresAtAbout, '2028-02-01T09:00:00-07:00'),
      validatorId: id('members.csv', 'the member who validated it', is.optional(is.uuid)),
      source,
    },
    key: ['memberId', 'competencyId'],
    special: { isEdited: true },
  }),
  file('achievements.csv', {
    table: 'achievement',
    row: 'an achievement',
    about: 'Certificates, courses, orientations and documents that members hold tickets of.',
    columns: {
      id: ownId('achievements.csv', 'the achievement'),
      companyId,
      name: column(is.text(500), 'its name', 'First Aid'),
      type: column(
        is.achievementType,
        'the measurement that counts it',
        'Time-Sensitive Safety Certificates',
        'measurement',
      ),
      ...howToGet,
    },
  }),
  file('profile-achievements.csv', {
    table: 'profile_achievement',
    row: 'an achievement of a profile',
    about:
      'Which achievements a profile requires, of everybody to whom it is assigned. Without it, only tickets require achievements.',
    columns: {
      profileId: id('profiles.csv', 'the profile'),
      achievementId: id('achievements.csv', 'the achievement'),
    },
    key: ['profileId', 'achievementId'],
  }),
  file('tickets.csv', {
    table: 'ticket',
    row: 'a ticket',
    about: 'Which achievements a member holds or has to get.',
    columns: {
      id: ownId('tickets.csv', 'the ticket'),
      memberId,
      achievementId: id('achievements.csv', 'the achievement'),
      isRequired: column(
        is.flag,
        'whether the member needs it, whatever the profiles require',
        'true',
      ),
      status: column(
        is.oneOf('reporting.ticket_status', 'Pending', 'Valid', 'Expired', 'Submitted'),
        'its status',
        'Valid',
      ),
      issuedAt: column(is.optional(when.timestamp), 'when it was issued', '2026-01-15'),
      expiresAt: column(when.expiry, expiresAtAbout, '2029-01-15'),
      certificateNumber: lackable(
        column(is.optional(is.text(100)), 'what the certificate says', 'FA-2026-0117'),
      ),
      note: lackable(
        column(is.optional(is.text(500)), 'anything else to know of it', 'Seen on paper'),
      ),
      source,
    },
    special: { isEdited: true },
  }),
];
