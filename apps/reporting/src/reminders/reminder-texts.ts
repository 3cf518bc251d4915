import { FORMATS, type PerLanguage } from '../mail/languages';

const en = {
  own: (company: string, what: string) => `${company}: ${what}`,
  ofDepartments: (company: string, what: string) => `${company}: in your departments, ${what}`,
  hasExpired: (item: string) => `${item} has expired`,
  expiresSoon: (item: string) => `${item} expires soon`,
  several: (total: number) => `${FORMATS.en.count(total)} items are expiring or have expired`,
  hello: (name: string) => `Hello ${name},`,
  attention: (total: number): string =>
    total === 1
      ? 'The following requires your attention:'
      : 'The following require your attention, starting with the earliest expiry:',
  people: 'This concerns people in your departments, starting with the earliest expiry:',
  first: (listed: number, total: number) =>
    `The first ${listed} of ${FORMATS.en.count(total)} are listed; follow the link for the rest.`,
  who: 'Who',
  what: 'What',
  expires: 'Expires',
  myCompliance: 'My compliance',
  allExpirations: 'All expirations',
  asMember: 'You are receiving this email because you are a member.',
  asResponsible: 'You are receiving this email because you are responsible for a department.',
  ago: (days: number) => (days === 1 ? 'a day ago' : `${days} days ago`),
  withinDay: 'within a day',
  inDays: (days: number) => (days === 1 ? 'in a day' : `in ${days} days`),
};

const de: typeof en = {
  own: (company, what) => `${company}: ${what}`,
  ofDepartments: (company, what) => `${company}, in Ihren Abteilungen: ${what}`,
  hasExpired: item => `${item} ist abgelaufen`,
  expiresSoon: item => `${item} läuft bald ab`,
  several: total => `${FORMATS.de.count(total)} Einträge laufen ab oder sind abgelaufen`,
  hello: name => `Guten Tag ${name},`,
  attention: total =>
    total === 1
      ? 'Folgendes erfordert Ihre Aufmerksamkeit:'
      : 'Folgendes erfordert Ihre Aufmerksamkeit, der früheste Ablauf zuerst:',
  people: 'Dies betrifft Personen in Ihren Abteilungen, der früheste Ablauf zuerst:',
  first: (listed, total) =>
    `Aufgeführt sind die ersten ${listed} von ${FORMATS.de.count(total)}; der Link führt zu den übrigen.`,
  who: 'Wer',
  what: 'Was',
  expires: 'Läuft ab',
  myCompliance: 'Meine Compliance',
  allExpirations: 'Alle Abläufe',
  asMember: 'Sie erhalten diese E-Mail, weil Sie Mitglied sind.',
  asResponsible: 'Sie erhalten diese E-Mail, weil Sie für eine Abteilung verantwortlich sind.',
  ago: days => (days === 1 ? 'vor einem Tag' : `vor ${days} Tagen`),
  withinDay: 'binnen eines Tages',
  inDays: days => (days === 1 ? 'in einem Tag' : `in ${days} Tagen`),
};

const fr: typeof en = {
  own: (company, what) => `${company}\u00a0: ${what}`,
  ofDepartments: (company, what) => `${company}, dans vos services\u00a0: ${what}`,
  hasExpired: item => `${item} a expiré`,
  expiresSoon: item => `${item} expire bientôt`,
  several: total => `${FORMATS.fr.count(total)} éléments expirent ou ont expiré`,
  hello: name => `Bonjour ${name},`,
  attention: total =>
    total === 1
      ? 'L’élément suivant demande votre attention\u00a0:'
      : 'Les éléments suivants demandent votre attention, en commençant par la première expiration\u00a0:',
  people:
    'Ceci concerne des personnes de vos services, en commençant par la première expiration\u00a0:',
  first: (listed, total) =>
    `Les ${listed} premiers sur ${FORMATS.fr.count(total)} figurent ici\u202f; le lien mène aux autres.`,
  who: 'Qui',
  what: 'Quoi',
  expires: 'Expire',
  myCompliance: 'Ma conformité',
  allExpirations: 'Toutes les expirations',
  asMember: 'Vous recevez cet e-mail parce que vous êtes membre.',
  asResponsible: 'Vous recevez cet e-mail parce que vous êtes responsable d’un service.',
  ago: days => (days === 1 ? 'il y a un jour' : `il y a ${days} jours`),
  withinDay: 'd’ici un jour',
  inDays: days => (days === 1 ? 'dans un jour' : `dans ${days} jours`),
};

export const REMINDER_TEXTS: PerLanguage<typeof en> = { en, de, fr };
