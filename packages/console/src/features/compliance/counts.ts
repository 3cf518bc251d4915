/** What is counted of a measurement, in the order of the API. */
export const COUNTS = [
  { name: 'required', label: 'Required' },
  { name: 'satisfied', label: 'Satisfied' },
  { name: 'expired', label: 'Expired' },
  { name: 'notCompleted', label: 'Not completed' },
  { name: 'needsTraining', label: 'Needs training' },
  { name: 'selfAssessed', label: 'Self-assessed' },
  { name: 'submitted', label: 'Submitted' },
  { name: 'validated', label: 'Validated' },
  { name: 'notApplicable', label: 'Not applicable' },
] as const;
