/** What the rows of a list are. */
export type ListKind = 'people' | 'achievements' | 'requirements';

/**
 * What a column of a list holds. `mark` is of a grid of requirements: the header is the name of an achievement, and a mark in
 * a cell says that the profile of the row requires it.
 */
export type ColumnRole =
  | 'personCode'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'department'
  | 'function'
  | 'jobTitle'
  | 'personType'
  | 'profile'
  | 'hasLeft'
  | 'achievement'
  | 'type'
  | 'status'
  | 'issued'
  | 'expires'
  | 'validFor'
  | 'isRequired'
  | 'certificateNumber'
  | 'mark';
