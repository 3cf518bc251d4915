import type { ColumnRole, ListKind } from './sources.dto';

export const ROLES: Readonly<Record<ListKind, readonly ColumnRole[]>> = {
  people: [
    ...(['personCode', 'name', 'firstName', 'lastName', 'email', 'department'] as const),
    ...(['function', 'jobTitle', 'personType', 'profile', 'hasLeft'] as const),
  ],
  achievements: [
    ...(['personCode', 'email', 'name', 'firstName', 'lastName', 'achievement', 'type'] as const),
    ...(['status', 'issued', 'expires', 'validFor', 'isRequired', 'certificateNumber'] as const),
  ],
  requirements: ['profile', 'achievement', 'mark'],
};

/** Headers in English, German, French, Spanish and Dutch, folded as `foldHeader` does; in each, the likeliest first. */
const WORDS: Readonly<Partial<Record<ColumnRole, string>>> = {
  personCode:
    'personnel number|personnel no|employee number|employee no|employee id|emp no|emp id|staff number|staff no|staff id|person code|payroll number|code|id|badge|badge no|no|personalnr|personalnummer|pers nr|persnr|pnr|mitarbeiternr|mitarbeiternummer|ma nr|manr|stammnummer|ausweisnr|matricule|n matricule|numero matricule|numero employe|n employe|id employe|numero de personal|numero de empleado|n empleado|no empleado|id empleado|legajo|matricula|personeelsnummer|personeelsnr|persnummer|medewerkernummer|werknemersnummer',
  name: 'name|full name|employee|employee name|person|staff member|worker|participant|attendee|learner|trainee|mitarbeiter|mitarbeiterin|mitarbeitername|mitarbeitende|vollstandiger name|name vorname|nachname vorname|teilnehmer|teilnehmerin|beschaftigter|nom et prenom|nom prenom|nom complet|salarie|collaborateur|employe|participant|nombre completo|nombre y apellidos|apellidos y nombre|empleado|trabajador|naam|volledige naam|medewerker|werknemer|deelnemer',
  firstName:
    'first name|firstname|given name|forename|vorname|rufname|prenom|nombre|voornaam|roepnaam',
  lastName:
    'last name|lastname|surname|family name|nachname|familienname|zuname|nom|nom de famille|apellido|apellidos|achternaam|familienaam',
  email:
    'e mail|email|mail|e mail address|email address|work email|e mail adresse|mailadresse|emailadresse|adresse e mail|adresse mail|adresse electronique|courriel|correo|correo electronico|e mailadres|emailadres',
  department:
    'department|dept|dept name|unit|org unit|organisational unit|organizational unit|business unit|team|division|site|location|plant|cost center|cost centre|abteilung|abt|bereich|org einheit|organisationseinheit|gruppe|standort|werk|kostenstelle|service|departement|direction|unite|equipe|etablissement|departamento|area|unidad|centro|seccion|sede|afdeling|locatie|vestiging|kostenplaats',
  jobTitle:
    'job title|title|position|job|occupation|designation|stelle|stellenbezeichnung|position|berufsbezeichnung|beruf|tatigkeit|poste|intitule du poste|emploi|fonction|puesto|cargo|funcietitel|functietitel|functie|beroep',
  personType:
    'person type|employment type|type of employment|worker type|employee type|contract type|beschaftigungsart|mitarbeitertyp|personentyp|vertragsart|type de contrat|statut du salarie|tipo de contrato|tipo de empleado|type contract|dienstverband',
  profile:
    'profile|role|job role|job profile|competency profile|profil|rolle|jobprofil|stellenprofil|anforderungsprofil|funktion|funktionsprofil|profil de poste|profil metier|role metier|perfil|perfil de puesto|rol|profiel|functieprofiel',
  hasLeft:
    'has left|left|leaver|terminated|exited|ausgeschieden|ausgetreten|austritt|parti|sorti|a quitte|baja|cesado|de baja|uit dienst|vertrokken',
  achievement:
    'achievement|training|training name|training title|course|course name|course title|module|certificate|certification|certificate name|qualification|licence|license|document|instruction|topic|schulung|schulungsname|unterweisung|kurs|kursname|kursbezeichnung|kurstitel|lehrgang|seminar|zertifikat|qualifikation|nachweis|berechtigung|thema|massnahme|formation|intitule de la formation|stage|habilitation|certificat|attestation|curso|nombre del curso|formacion|certificado|acreditacion|capacitacion|opleiding|cursus|training|certificaat|bevoegdheid|instructie',
  type: 'type|training type|course type|category|kind|art|schulungsart|kategorie|typ|type de formation|categorie|tipo|tipo de curso|soort|categorie',
  status:
    'status|state|result|outcome|completion status|passed|ergebnis|stand|bestanden|statut|etat|resultat|estado|resultado|resultaat',
  issued:
    'issued|issued on|issue date|date issued|completed|completed on|completion date|date completed|date of training|training date|attended on|date|on|ausgestellt|ausgestellt am|ausstellungsdatum|absolviert am|abgeschlossen am|durchgefuhrt am|schulungsdatum|erworben am|bestanden am|datum|am|date de delivrance|date d obtention|delivre le|obtenu le|date de formation|date de realisation|realise le|fecha de emision|fecha de realizacion|fecha de obtencion|fecha del curso|realizado el|fecha|behaald op|datum behaald|afgiftedatum|afgegeven op',
  expires:
    'expires|expires on|expiry|expiry date|expiration|expiration date|valid until|valid to|valid till|due|due date|renewal date|next due|gultig bis|gultigkeit|ablauf|ablaufdatum|lauft ab am|ablauf am|fallig|fallig am|nachste falligkeit|nachste unterweisung|valable jusqu au|valide jusqu au|date d expiration|expire le|date de fin de validite|echeance|fin de validite|valido hasta|valida hasta|fecha de caducidad|fecha de vencimiento|caduca|vence|vencimiento|caducidad|geldig tot|vervaldatum|verloopt op|geldig t m',
  validFor:
    'valid for|validity|validity months|validity period|interval|frequency|gultigkeitsdauer|gultig fur|intervall|turnus|duree de validite|validite|periodicite|validez|periodo de validez|vigencia|geldigheid|geldigheidsduur',
  isRequired:
    'required|is required|mandatory|compulsory|pflicht|pflichtschulung|erforderlich|verpflichtend|obligatoire|requis|obligatorio|requerido|verplicht|vereist',
  certificateNumber:
    'certificate number|certificate no|cert no|licence number|license number|zertifikatsnummer|zertifikatsnr|zertifikat nr|nachweisnummer|nachweisnr|nachweis nr|ausweisnummer|numero de certificat|n certificat|numero de certificado|n certificado|certificaatnummer|certificaatnr',
  function: 'affiliation|affiliation function|zugehorigkeit|zugehorigkeitsart',
};

/** A header as it is shown, without its line breaks. */
export function onOneLine(header: string): string {
  return header.replaceAll(/\s+/g, ' ').trim();
}

/** Lower case without diacritics and punctuation, with single spaces: `Gültig\nbis:` becomes `gultig bis`. */
export function foldHeader(text: string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}|[\u00ad\u200b-\u200f\u2060\ufeff]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .trim();
  // Signs alone, such as # or ✓, are compared as they are.
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim() || plain;
}

interface HeaderRole {
  readonly role: ColumnRole;
  /** Lower for the likelier of several headers with the role. */
  readonly rank: number;
}

const ROLE_OF = new Map<string, HeaderRole[]>();
for (const [role, words] of Object.entries(WORDS))
  for (const [rank, word] of words.split('|').entries())
    ROLE_OF.set(word, [...(ROLE_OF.get(word) ?? []), { role: role as ColumnRole, rank }]);

/**
 * The roles that a header may name, the likeliest first: those of the whole header, or else of the longest phrase in
 * it.
 */
export function rolesOfHeader(header: string): readonly HeaderRole[] {
  const folded = foldHeader(header);
  const whole = ROLE_OF.get(folded);
  if (whole) return whole;
  const parts = folded.split(' ');
  const runs = parts.flatMap((_, from) =>
    parts.map((__, to) => parts.slice(from, to + 1).join(' ')).filter(run => run.length > 3),
  );
  const longest = runs
    .filter(run => ROLE_OF.has(run))
    .sort((one, other) => other.length - one.length);
  return longest.length === 0 ? [] : ROLE_OF.get(longest[0]!)!;
}
