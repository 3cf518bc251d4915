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
  findMisspelt,
  isSet,
  readSettings,
  type SettingValues,
} from './settings';
