/**
 * What of the module is called.
 * @example "status"
 */
export type ModuleOperation = string;
