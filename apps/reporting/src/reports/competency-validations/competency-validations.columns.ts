import { columnsOf } from '../table/column';
import type { ValidationRow } from './competency-validations.query';

/** Of CSV and XLSX (decisions-reporting, "Formats"). */
export const validationColumns = columnsOf<ValidationRow>({
  memberId: 'text',
  memberName: 'text',
  competencyId: 'text',
  competencyNumber: 'text',
  competencyName: 'text',
  criticality: 'text',
  status: 'text',
  validatedAt: 'timestamp',
  expiresAt: 'timestamp',
  validatorId: 'text',
  validatorName: 'text',
});
