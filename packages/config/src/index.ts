export { isGiven } from './given-text';
export {
  count,
  duration,
  flag,
  list,
  oneOf,
  optionalText,
  type RateLimit,
  rateLimit,
  type Setting,
  setting,
  text,
} from './setting';
export { ConfigurationError, readSettings, type SettingValues, settingsTable } from './settings';
