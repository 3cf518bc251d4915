import type { Language } from '../http/principal';
import { FORMATS, type Formats, type PerLanguage } from '../mail/languages';
import type { Recurrence } from './schedules.dto';

const en = {
  subject: (company: string, name: string) => `${company}: ${name}`,
  attached: (file: string) => `The file ${file} is attached.`,
  download: 'The file is not attached: open the report in the console to download it.',
  askFor: (owner: string) => `The file is not attached: ask ${owner} for it.`,
  rows: (title: string, company: string, rows: number) =>
    `The report “${title}” for ${company} has ${counted(FORMATS.en, rows, ['no rows', 'one row', 'rows'])}.`,
  limited: (owner: string, departments: number) =>
    `It is limited to what ${owner} can see: ${counted(FORMATS.en, departments, ['no departments', '1 department', 'departments'])}.`,
  wider: 'The console page does not support all of its filters and therefore shows more.',
  filter: 'Filter',
  value: 'Value',
  open: 'Open the report in the console',
  why: (owner: string, when: string) =>
    `You are receiving this email because ${owner} has scheduled this report for you, ${when}.`,
  everyDay: 'every day',
  everyWeekday: 'every weekday',
  everyWeek: (weekday: string) => `every ${weekday}`,
  everyMonth: (on: Recurrence['on']) =>
    `on ${on === 'last' ? 'the last day' : `day ${on}`} of every month`,
  at: (time: string) => `at ${time}`,
  paused: (company: string, name: string) => `${company}: “${name}” is paused`,
  whyPaused: (company: string, name: string) =>
    `Your schedule “${name}” is paused because you no longer have report access to ${company}.`,
  resume: 'Once an operator has restored your access, you can resume the schedule in the console.',
  own: 'You are receiving this email because this is your schedule.',
  headline: (share: string, satisfied: string, required: string, since: string) =>
    `${share} of what is required is satisfied (${satisfied} of ${required})${since}.`,
  nothing: 'Nothing is required.',
  since: (points: string, month: string) => `, ${points} points since ${month}`,
  lowest: 'Lowest',
  department: 'Department',
  satisfied: 'Satisfied',
  of: 'Of',
  changed: (month: string) => `Changed most since ${month}`,
  points: 'Points',
  now: 'Now',
  all: 'All',
  allDepartments: 'All departments',
  lowestOf: (shown: number, all: string) => `The ${shown} lowest of ${all} departments`,
};

const de: typeof en = {
  subject: (company, name) => `${company}: ${name}`,
  attached: file => `Die Datei ${file} ist angehängt.`,
  download:
    'Die Datei ist nicht angehängt: Öffnen Sie den Bericht in der Konsole, um sie herunterzuladen.',
  askFor: owner => `Die Datei ist nicht angehängt: Bitten Sie ${owner} darum.`,
  rows: (title, company, rows) =>
    `Der Bericht „${title}“ für ${company} hat ${counted(FORMATS.de, rows, ['keine Zeilen', 'eine Zeile', 'Zeilen'])}.`,
  limited: (owner, departments) =>
    `Er ist auf das beschränkt, was ${owner} sehen kann: ${counted(FORMATS.de, departments, ['keine Abteilungen', 'eine Abteilung', 'Abteilungen'])}.`,
  wider: 'Die Seite der Konsole hat nicht alle Filter des Berichts und zeigt daher mehr.',
  filter: 'Filter',
  value: 'Wert',
  open: 'Bericht in der Konsole öffnen',
  why: (owner, when) =>
    `Sie erhalten diese E-Mail, weil ${owner} diesen Bericht für Sie geplant hat: ${when}.`,
  everyDay: 'jeden Tag',
  everyWeekday: 'Montag bis Freitag',
  everyWeek: weekday => `jeden ${weekday}`,
  everyMonth: on => `am ${on === 'last' ? 'letzten Tag' : `${on}.`} jedes Monats`,
  at: time => `um ${time} Uhr`,
  paused: (company, name) => `${company}: „${name}“ ist pausiert`,
  whyPaused: (company, name) =>
    `Ihr Zeitplan „${name}“ ist pausiert, weil Sie keinen Berichtszugriff auf ${company} mehr haben.`,
  resume:
    'Sobald ein Betreiber Ihren Zugriff wiederhergestellt hat, können Sie den Zeitplan in der Konsole fortsetzen.',
  own: 'Sie erhalten diese E-Mail, weil dies Ihr Zeitplan ist.',
  headline: (share, satisfied, required, since) =>
    `${share} des Erforderlichen sind erfüllt (${satisfied} von ${required})${since}.`,
  nothing: 'Es ist nichts erforderlich.',
  since: (points, month) => `, ${points} Punkte seit ${month}`,
  lowest: 'Niedrigste Anteile',
  department: 'Abteilung',
  satisfied: 'Erfüllt',
  of: 'Von',
  changed: month => `Größte Änderungen seit ${month}`,
  points: 'Punkte',
  now: 'Jetzt',
  all: 'Alle',
  allDepartments: 'Alle Abteilungen',
  lowestOf: (shown, all) => `Die ${shown} Abteilungen mit den niedrigsten Anteilen, von ${all}`,
};

const fr: typeof en = {
  subject: (company, name) => `${company}\u00a0: ${name}`,
  attached: file => `Le fichier ${file} est joint.`,
  download:
    'Le fichier n’est pas joint\u00a0: ouvrez le rapport dans la console pour le télécharger.',
  askFor: owner => `Le fichier n’est pas joint\u00a0: demandez-le à ${owner}.`,
  rows: (title, company, rows) =>
    `Le rapport «\u00a0${title}\u00a0» pour ${company} ${rows === 0 ? 'ne comporte' : 'comporte'} ` +
    `${counted(FORMATS.fr, rows, ['aucune ligne', 'une ligne', 'lignes'])}.`,
  limited: (owner, departments) =>
    `Il se limite à ce qui est visible pour ${owner}\u00a0: ${counted(FORMATS.fr, departments, ['aucun service', 'un service', 'services'])}.`,
  wider: 'La page de la console n’a pas tous les filtres du rapport et montre donc davantage.',
  filter: 'Filtre',
  value: 'Valeur',
  open: 'Ouvrir le rapport dans la console',
  why: (owner, when) =>
    `Vous recevez cet e-mail parce que ce rapport a été planifié pour vous par ${owner}\u00a0: ${when}.`,
  everyDay: 'chaque jour',
  everyWeekday: 'du lundi au vendredi',
  everyWeek: weekday => `chaque ${weekday}`,
  everyMonth: on => `le ${on === 'last' ? 'dernier jour' : on === 1 ? '1er' : on} de chaque mois`,
  at: time => `à ${time}`,
  paused: (company, name) => `${company}\u00a0: «\u00a0${name}\u00a0» est suspendue`,
  whyPaused: (company, name) =>
    `Votre planification «\u00a0${name}\u00a0» est suspendue parce que vous n’avez plus accès aux rapports pour ${company}.`,
  resume:
    'Dès qu’un opérateur aura rétabli votre accès, vous pourrez reprendre la planification dans la console.',
  own: 'Vous recevez cet e-mail parce que cette planification est la vôtre.',
  headline: (share, satisfied, required, since) =>
    `${share} de ce qui est exigé est satisfait (${satisfied} sur ${required})${since}.`,
  nothing: 'Rien n’est exigé.',
  since: (points, month) => `, ${points} points depuis ${month}`,
  lowest: 'Parts les plus faibles',
  department: 'Service',
  satisfied: 'Satisfait',
  of: 'Sur',
  changed: month => `Plus grands changements depuis ${month}`,
  points: 'Points',
  now: 'Actuel',
  all: 'Tous',
  allDepartments: 'Tous les services',
  lowestOf: (shown, all) => `Les ${shown} services aux parts les plus faibles, sur ${all}`,
};

export const SCHEDULE_MAIL_TEXTS: PerLanguage<typeof en> = { en, de, fr };

type Forms = readonly [none: string, one: string, many: string];

function counted(writing: Formats, count: number, [none, one, many]: Forms): string {
  if (count < 2) return count === 0 ? none : one;
  return `${writing.count(count)} ${many}`;
}

/** `every Monday at 07:00 (Europe/Berlin)` */
export function describeRecurrence(
  language: Language,
  { every, on, at, timeZone }: Recurrence,
): string {
  const texts = SCHEDULE_MAIL_TEXTS[language];
  const days = {
    day: () => texts.everyDay,
    weekday: () => texts.everyWeekday,
    week: () => texts.everyWeek(FORMATS[language].weekday(Number(on))),
    month: () => texts.everyMonth(on),
  };
  return `${days[every]()} ${texts.at(at)} (${timeZone})`;
}
