/** Building blocks of organizations in the energy industry. */
export const COMPANY_NAMES = {
  small: ['Aurora Energy'],
  large: [
    'Kodiak Energy',
    'Borealis Pipelines',
    'Cascade Midstream',
    'Dunvegan Gas',
    'Eastgate Power',
    'Foothills Oil',
    'Grand Forks Refining',
    'Horizon Wind',
    'Ironwood Utilities',
    'Juniper LNG',
  ],
  huge: [
    'Keystone Power',
    'Lakehead Pipelines',
    'Meridian Gas',
    'Northwind Utilities',
    'Outlook Refining',
    'Palisade Oil',
    'Quartz Midstream',
    'Ridgeline Wind',
    'Summit LNG',
    'Tamarack Energy',
  ],
} as const;

/** The first are facilities, where the measured work is done. */
export const SITES = [
  'Gas Plant',
  'Compressor Station',
  'Tank Farm',
  'Pipeline Terminal',
  'Refinery',
  'Wind Park',
  'Pump Station',
] as const;
export const OFFICES = [
  'Head Office',
  'Health, Safety & Environment',
  'Control Room',
  'Maintenance Planning',
  'Laboratory',
  'Logistics',
] as const;
export const PLACES = [
  'Grand Forks',
  'Fort Łódź',
  'Saint-Élie',
  'Rivière-aux-Rats',
  'Düne Nord',
  'Prairie Creek',
  'Clear Hills',
  'Wapiti',
  'Montney',
  'Kakwa',
  'Resthaven',
  'Elmworth',
  'Gold Creek',
  'Red Deer',
  'Swan Hills',
] as const;

export const PERSON_TYPES = ['Employee', 'Contractor', 'Student', 'Visitor'] as const;
export const JOBS = [
  'Field Operator',
  'Panel Operator',
  'Millwright',
  'Electrician',
  'Instrument Technician',
  'Power Engineer',
  'Pipefitter',
  'Welder',
  'Safety Advisor',
  'Shift Supervisor',
  'Lab Analyst',
  'Dispatcher',
] as const;

export const TASKS = [
  'Isolate',
  'Inspect',
  'Start up',
  'Shut down',
  'Calibrate',
  'Drain',
  'Purge',
  'Sample',
  'Lock out',
  'Pressure-test',
] as const;
export const EQUIPMENT = [
  'a pressure vessel',
  'a reciprocating compressor',
  'an amine unit',
  'a flare system',
  'a glycol dehydrator',
  'a pig launcher',
  'a fired heater',
  'a storage tank',
  'a relief valve',
  'a gas detector',
  'a wellhead',
  'a turbine',
] as const;

/** Achievements by the measurement that counts them; 3 and 4 count competencies. */
export const ACHIEVEMENTS: Readonly<Record<number, readonly string[]>> = {
  1: [
    'H2S Alive',
    'First Aid, Level C',
    'Fall Protection',
    'Confined Space Entry',
    'WHMIS',
    'Fire Watch',
  ],
  2: ['Driver’s Abstract', 'Fit Test', 'Audiometric Test'],
  5: [
    'Code of Conduct',
    'Code of Practice: Respiratory Protection',
    'Code of Practice: Confined Spaces',
  ],
  6: ['Hot Work', 'Working Alone', 'Ground Disturbance', 'Hand Tools'],
  7: ['Site Emergency Response', 'Gate Procedure', 'Muster Drill'],
  8: ['Respectful Workplace', 'Drug & Alcohol Policy', 'Privacy at Work'],
  9: ['eLearning: Cyber Awareness', 'eLearning: Spill Response', 'eLearning: Ergonomics'],
  10: ['Training Guide: Amine Unit', 'Training Guide: Compression'],
  11: ['Contractor Orientation', 'Site Orientation'],
  12: [
    'Operating Procedure: Start-up',
    'Operating Procedure: Shut-down',
    'Operating Procedure: Pigging',
  ],
};
