import { accessibility } from './journeys/accessibility.js';
import { account } from './journeys/account.js';
import { documentation } from './journeys/documentation.js';
import { imports } from './journeys/imports.js';
import { keyboard } from './journeys/keyboard.js';
import { operator } from './journeys/operator.js';
import { people } from './journeys/people.js';
import { reports } from './journeys/reports.js';
import { schedules } from './journeys/schedules.js';
import { scrolling } from './journeys/scrolling.js';
import { session } from './journeys/session.js';

/** What people do with the console. */
export const journeys = [
  ...session,
  ...reports,
  ...account,
  ...operator,
  ...imports,
  ...schedules,
  ...people,
  ...keyboard,
  ...scrolling,
  ...documentation,
  ...accessibility,
];
