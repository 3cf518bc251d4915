export function whenParentExits(stop: () => void): void;
