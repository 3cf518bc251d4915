/** Given names from many languages, in native spelling. */
export const GIVEN_NAMES = listOf(`
  Ada; Łukasz; Søren; José; Zoë; Grace; Linus; Aïcha; Björn; Chloé; Đorđe; Emīlija; Fatima;
  Gergő; Hana; İbrahim; Jürgen; Kwame; Léa; Mária; Nguyên; Olga; Þóra; Priya; Quân; Renée;
  Siobhán; Tomáš; Ümit; Václav; Wanjiru; Xóchitl; Yuki; Žofia; Amina; Benoît; Carmen; Dmitri;
  Élodie; Francesca; Günther; Hélène; Ingrid; João; Kateryna; Liam; Małgorzata; Noor; Øyvind;
  Pilar; 美咲; 伟; Олександр; Ελένη; محمد
`);

export const FAMILY_NAMES = listOf(`
  Lovelace; Große; Nowak; Jørgensen; García Núñez; O'Brien; Strauß; Müller; Łukasiewicz; Dvořák;
  Çelik; Öztürk; Þorsteinsdóttir; Nguyễn; Okafor; Singh; Patel; Kowalska; Ivanova; van der Berg;
  da Silva; MacDonald; St. Clair; Tremblay; Bélanger; Tootoosis; Cardinal; Papadopoulos; Szabó;
  Horváth; Lindqvist; Ångström; Haddad; Al-Masri; Yamamoto; Chen; Kim; Fernández; Rossi;
  Bianchi; Dubois; Lefèvre; Schmidt; Weiß; Kravchenko; Hopper; Adeyemi; Mbeki; Wiśniewski;
  Jensen; 田中; 王; Шевченко; Παππάς; الحسن
`);

/** Names of organizations in the energy industry, by size of the demonstration. */
export const COMPANY_NAMES = {
  small: ['Aurora Energy'],
  large: listOf(`
    Kodiak Energy; Borealis Pipelines; Cascade Midstream; Dunvegan Gas; Eastgate Power;
    Foothills Oil; Grand Forks Refining; Horizon Wind; Ironwood Utilities; Juniper LNG
  `),
  huge: listOf(`
    Keystone Power; Lakehead Pipelines; Meridian Gas; Northwind Utilities; Outlook Refining;
    Palisade Oil; Quartz Midstream; Ridgeline Wind; Summit LNG; Tamarack Energy
  `),
};

/** Kinds of departments: facilities, where the measured work is done, and offices. */
export const SITES = listOf(`
  Gas Plant; Compressor Station; Tank Farm; Pipeline Terminal; Refinery; Wind Farm; Pump Station
`);
export const OFFICES = listOf(`
  Head Office; Health, Safety & Environment; Control Room; Maintenance Planning; Laboratory;
  Logistics
`);
export const PLACES = listOf(`
  Grand Forks; Fort Łódź; Saint-Élie; Rivière-aux-Rats; Düne Nord; Prairie Creek; Clear Hills;
  Wapiti; Montney; Kakwa; Resthaven; Elmworth; Gold Creek; Red Deer; Swan Hills
`);

export const PERSON_TYPES = ['Employee', 'Contractor', 'Student', 'Visitor'] as const;
export const JOBS = listOf(`
  Field Operator; Panel Operator; Millwright; Electrician; Instrument Technician;
  Power Engineer; Pipefitter; Welder; Safety Advisor; Shift Supervisor; Lab Analyst; Dispatcher
`);

export const TASKS = listOf(`
  Isolate; Inspect; Start up; Shut down; Calibrate; Drain; Purge; Sample; Lock out;
  Pressure-test
`);
export const EQUIPMENT = listOf(`
  a pressure vessel; a reciprocating compressor; an amine unit; a flare system;
  a glycol dehydrator; a pig launcher; a fired heater; a storage tank; a relief valve;
  a gas detector; a wellhead; a turbine
`);

/** Achievements by the measurement that counts them; 3 and 4 count competencies. */
export const ACHIEVEMENTS: Readonly<Record<number, readonly string[]>> = {
  1: listOf(`
    H2S Alive; First Aid, Level C; Fall Protection; Confined Space Entry; WHMIS; Fire Watch
  `),
  2: ['Driver’s Abstract', 'Fit Test', 'Audiometric Test'],
  5: listOf(`
    Code of Conduct; Code of Practice: Respiratory Protection; Code of Practice: Confined Spaces
  `),
  6: ['Hot Work', 'Working Alone', 'Ground Disturbance', 'Hand Tools'],
  7: ['Site Emergency Response', 'Gate Procedure', 'Muster Drill'],
  8: ['Respectful Workplace', 'Drug & Alcohol Policy', 'Privacy at Work'],
  9: ['eLearning: Cyber Awareness', 'eLearning: Spill Response', 'eLearning: Ergonomics'],
  10: ['Training Guide: Amine Unit', 'Training Guide: Compression'],
  11: ['Contractor Orientation', 'Site Orientation'],
  12: listOf(`
    Operating Procedure: Startup; Operating Procedure: Shutdown; Operating Procedure: Pigging
  `),
};

function listOf(text: string): readonly string[] {
  return text.trim().split(/;\s+/);
}
