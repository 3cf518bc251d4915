export { findMisspelt } from './misspelt-settings';
export {
  count,
  duration,
  flag,
  httpUrl,
  json,
  list,
  oneOf,
  optionalText,
  type RateLimit,
  rateLimit,
  type Setting,
  setting,
  text,
} from './setting';
export {
  ConfigurationError,
  isSet,
  readSettings,
  type SettingValues,
} from './settings';
