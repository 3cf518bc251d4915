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

/** What members hold tickets of. */
export const achievementFiles: readonly ImportFile[] = [
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
