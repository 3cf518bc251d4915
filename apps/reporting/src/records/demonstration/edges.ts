/** The people of the small organization in whom the edges are met; everybody else is ordinary. */
export const EDGE = {
  noPersonType: 3,
  noAccess: 4,
  employeeOnly: 5,
  noDepartment: 6,
  noCode: 7,
  hostileName: 8,
  noProfile: 9,
} as const;

/** Whether a member is the edge; only in an organization small enough to look at. */
export function isEdge(members: number, member: number, edge: keyof typeof EDGE): boolean {
  return members < 100 && member === EDGE[edge];
}
