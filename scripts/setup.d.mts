export function whenParentExits(stop: () => void): void;
export function cliOf(service: 'versioning' | 'reporting'): string;
