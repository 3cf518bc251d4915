import type { Language } from '../http/principal';

type Words = Readonly<Record<string, Readonly<Record<Exclude<Language, 'en'>, string>>>>;

/** Titles of reports, and labels of filters. */
const LABELS: Words = {
  'Achievement gaps': { de: 'Qualifikationslücken', fr: 'Lacunes de qualification' },
  'Competency validations': { de: 'Kompetenzvalidierungen', fr: 'Validations de compétences' },
  'Compliance overview': { de: 'Compliance-Übersicht', fr: 'Vue d’ensemble de la conformité' },
  'Compliance summary': { de: 'Compliance-Zusammenfassung', fr: 'Synthèse de la conformité' },
  'Compliance trends': { de: 'Compliance-Trends', fr: 'Tendances de la conformité' },
  'Directory contacts': { de: 'Verzeichnis', fr: 'Annuaire' },
  Expirations: { de: 'Abläufe', fr: 'Expirations' },
  'Monthly statistics': { de: 'Monatsstatistik', fr: 'Bilan mensuel' },
  Requirements: { de: 'Anforderungen', fr: 'Exigences' },
  Achievement: { de: 'Qualifikation', fr: 'Qualification' },
  After: { de: 'Nach', fr: 'Après' },
  Code: { de: 'Kennung', fr: 'Code' },
  Departments: { de: 'Abteilungen', fr: 'Services' },
  'E-mail': { de: 'E-Mail', fr: 'E-mail' },
  'Expires before': { de: 'Läuft ab vor', fr: 'Expire avant le' },
  From: { de: 'Von', fr: 'Du' },
  Functions: { de: 'Funktionen', fr: 'Fonctions' },
  'Job title': { de: 'Stellenbezeichnung', fr: 'Intitulé du poste' },
  Kinds: { de: 'Arten', fr: 'Types' },
  Measurements: { de: 'Kennzahlen', fr: 'Indicateurs' },
  Members: { de: 'Mitglieder', fr: 'Membres' },
  'Members without a profile': { de: 'Mitglieder ohne Profil', fr: 'Membres sans profil' },
  Month: { de: 'Monat', fr: 'Mois' },
  Months: { de: 'Monate', fr: 'Mois' },
  Order: { de: 'Reihenfolge', fr: 'Ordre' },
  Period: { de: 'Zeitraum', fr: 'Période' },
  Person: { de: 'Person', fr: 'Personne' },
  'Person types': { de: 'Personenarten', fr: 'Types de personne' },
  Profiles: { de: 'Profile', fr: 'Profils' },
  'Required only': { de: 'Nur Erforderliches', fr: 'Exigés uniquement' },
  Search: { de: 'Suche', fr: 'Recherche' },
  'Snapshot taken': { de: 'Snapshot vom', fr: 'Instantané du' },
  Status: { de: 'Status', fr: 'Statut' },
  To: { de: 'Bis', fr: 'Au' },
  'Up to': { de: 'Bis', fr: 'Jusqu’au' },
  'Where nothing is required': { de: 'Wo nichts erforderlich ist', fr: 'Où rien n’est exigé' },
};

/** Fixed values of filters, or parts of them. */
const VALUES: Words = {
  'all but Employee': { de: 'alle außer Beschäftigte', fr: 'toutes sauf Employé' },
  'all of members with a function other than Employee': {
    de: 'alle von Personen, die nicht nur Beschäftigte sind',
    fr: 'toutes celles des personnes qui ne sont pas que des employés',
  },
  Administration: { de: 'Administration', fr: 'Administration' },
  Department: { de: 'Abteilung', fr: 'Service' },
  Employee: { de: 'Beschäftigte', fr: 'Employé' },
  Expired: { de: 'Abgelaufen', fr: 'Expiré' },
  'Last month': { de: 'Letzter Monat', fr: 'Mois dernier' },
  'Last quarter': { de: 'Letztes Quartal', fr: 'Trimestre dernier' },
  'Last year': { de: 'Letztes Jahr', fr: 'Année dernière' },
  'Needs Training': { de: 'Schulungsbedarf', fr: 'Formation requise' },
  'Next month': { de: 'Nächster Monat', fr: 'Mois prochain' },
  'Next quarter': { de: 'Nächstes Quartal', fr: 'Trimestre prochain' },
  'Next year': { de: 'Nächstes Jahr', fr: 'Année prochaine' },
  No: { de: 'Nein', fr: 'Non' },
  'Not Applicable': { de: 'Nicht zutreffend', fr: 'Non applicable' },
  'Not Completed': { de: 'Nicht abgeschlossen', fr: 'Non terminé' },
  Organization: { de: 'Organisation', fr: 'Organisation' },
  Pending: { de: 'Ausstehend', fr: 'En attente' },
  'Self-Assessed': { de: 'Selbst eingeschätzt', fr: 'Autoévalué' },
  Submitted: { de: 'Eingereicht', fr: 'Soumis' },
  'This month': { de: 'Dieser Monat', fr: 'Mois en cours' },
  'This quarter': { de: 'Dieses Quartal', fr: 'Trimestre en cours' },
  'This year': { de: 'Dieses Jahr', fr: 'Année en cours' },
  Validated: { de: 'Bestätigt', fr: 'Validé' },
  Yes: { de: 'Ja', fr: 'Oui' },
  achievement: { de: 'Qualifikation', fr: 'qualification' },
  all: { de: 'alle', fr: 'tous' },
  any: { de: 'beliebig', fr: 'indifférent' },
  'any time': { de: 'jederzeit', fr: 'indifférent' },
  asc: { de: 'aufsteigend', fr: 'croissant' },
  competency: { de: 'Kompetenz', fr: 'compétence' },
  compliance: { de: 'Compliance', fr: 'conformité' },
  compliant: { de: 'erfüllt', fr: 'conforme' },
  desc: { de: 'absteigend', fr: 'décroissant' },
  excluded: { de: 'ausgelassen', fr: 'exclu' },
  expires: { de: 'Ablauf', fr: 'expiration' },
  included: { de: 'enthalten', fr: 'inclus' },
  'left out': { de: 'ausgelassen', fr: 'exclus' },
  missing: { de: 'fehlt', fr: 'manquant' },
  name: { de: 'Name', fr: 'nom' },
  nonCompliant: { de: 'nicht erfüllt', fr: 'non conforme' },
  none: { de: 'keine', fr: 'aucun' },
  notScored: { de: 'ohne Wertung', fr: 'sans score' },
  primary: { de: 'primär', fr: 'principal' },
  status: { de: 'Status', fr: 'statut' },
};

/** Translates the label of a filter or the title of a report, which reports, files and stored runs have in English. */
export const labelIn = (language: Language, label: string) => wordIn(LABELS, language, label);

/** Filters with names and other texts of an organization, which may be the same as fixed words. */
const TEXTS = /^(Achievement|Code|Departments|Job title|Members|Person|Person types|Search)$/;

/** Translates the fixed words in a filter's value; anything else, such as a name, is unchanged. */
export function valueIn(language: Language, label: string, value: string): string {
  const plain = withPlainTimes(value);
  if (language === 'en') return plain;
  const { to, more } = JOINTS[language];
  const isText = TEXTS.test(label) && !['all', 'any', 'none'].includes(plain);
  return (isText ? [plain] : plain.split(', ').map(part => wordIn(VALUES, language, part)))
    .join(', ')
    .replace(/(\d{4}-\d\d-\d\d) to (?=\d{4}-\d\d-\d\d$)/, `$1 ${to} `)
    .replace(/ and (\d+) more$/, more);
}

const JOINTS = {
  de: { to: 'bis', more: ' und $1 weitere' },
  fr: { to: 'au', more: ' et $1 de plus' },
} as const;

function wordIn(words: Words, language: Language, english: string): string {
  return language === 'en' ? english : (words[english]?.[language] ?? english);
}

/** Shortens times, for example `2026-11-23T01:46:03.780+00:00` to `2026-11-23 01:46 UTC`. */
function withPlainTimes(value: string): string {
  return value.replaceAll(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d):[\d.]+\+00:00/g, '$1 $2 UTC');
}
