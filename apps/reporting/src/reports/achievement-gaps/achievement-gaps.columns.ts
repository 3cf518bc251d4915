import { columnsOf } from '../table/column';
import type { GapRow } from './achievement-gaps.query';

/** Of CSV and XLSX (decisions-reporting, "Formats"). */
export const gapColumns = columnsOf<GapRow>({
  learnerAccountId: 'text',
  learnerName: 'text',
  email: 'text',
  personCode: 'text',
  personType: 'text',
  jobTitle: 'text',
  hasTicket: 'boolean',
  ticketId: 'text',
  status: 'text',
  issuedAt: 'timestamp',
  expiresAt: 'timestamp',
});
