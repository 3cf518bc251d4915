import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
  localStorage.clear();
  document.documentElement.lang = 'en';
});

const load = async (languages: string[], chosen?: string) => {
  if (chosen !== undefined) localStorage.setItem('language', chosen);
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  return import('../src/language');
};

it.each([
  [['fr-CA', 'de'], undefined, 'fr', 'fr-CA'],
  [['ja', 'de-CH'], undefined, 'de', 'de-CH'],
  [['ja'], undefined, 'en', 'en'],
  [['fr-CA'], 'de', 'de', 'de'],
  [['fr-CA'], 'tlh', 'fr', 'fr-CA'],
])(
  'of %j with %s chosen is %s, with dates as in %s',
  async (languages, chosen, language, locale) => {
    const loaded = await load(languages, chosen);
    expect(loaded.language).toBe(language);
    expect(loaded.locale).toBe(locale);
    expect(document.documentElement.lang).toBe(language);
  },
);

it.each([
  ['de', 'de', false],
  ['fr', 'fr', true],
  [null, null, true],
] as const)('of an account with %s keeps %s for the next start', async (account, kept, differs) => {
  const { keepLanguage, language } = await load(['en'], 'de');
  expect(language).toBe('de');
  expect(keepLanguage(account)).toBe(differs);
  expect(localStorage.getItem('language')).toBe(kept);
});

it('translates constants', async () => {
  await load(['de-DE']);
  const { statusName } = await import('../src/ui/status-badge');
  expect(statusName('Expired')).toBe('Abgelaufen');
});

it('translates what the API names: criticality and primacy', async () => {
  await load(['de-DE']);
  const { criticalityName, primacyName } = await import('../src/words');
  expect(['Critical', 'Non-Critical'].map(criticalityName)).toEqual(['Kritisch', 'Nicht kritisch']);
  expect(['Primary', 'Secondary'].map(primacyName)).toEqual(['Primär', 'Sekundär']);
});

it('translates the labels of statuses, but not their values', async () => {
  await load(['de-DE']);
  const { MEANINGS } = await import('../src/features/imports/list-form');
  expect(MEANINGS.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['Valid', 'Expired', 'Pending', 'Submitted', 'ignore']),
  );
  expect(MEANINGS).toContainEqual({ value: 'Valid', label: 'Gültig' });
});

it('translates the names of the details of audit events, also those of a database', async () => {
  await load(['de-DE']);
  const { facts } = await import('../src/features/audit/words');
  const names =
    `achievementId afterExpiry at certificateNumber claims competencyId days_before dryRun
    email expiresAt invited isEnabled isRequired isValidated issuedAt jobTitle keepsRecords language
    memberId name note personType prefix reason recipients replace report reportDepartments
    reportScope required_only serviceAccount source startedBy status time_zone to_departments
    to_member topic undoes validatedAt validatorId weekdays mail`.split(/\s+/);
  const untranslated = names.filter(name => {
    const [[label] = ['']] = facts({ detail: { [name]: 1 } } as never);
    const words = name
      .replaceAll('_', ' ')
      .replace(/([A-Z])/g, ' $1')
      .toLowerCase();
    return label.toLowerCase() === words;
  });
  // The same words in German.
  expect(untranslated).toEqual(['name', 'status']);
});

it('a detail without a value has a word of its own in French, not the number of an import', async () => {
  await load(['fr-FR']);
  const { facts } = await import('../src/features/audit/words');
  const { changesInWords } = await import('../src/features/imports/words');
  expect(
    facts({ detail: { before: { language: null }, after: { language: 'fr' } } } as never),
  ).toEqual([['Langue', 'fr, avant aucun']]);
  const counts = { file: 'tickets.csv', inserted: 2, updated: 0, deleted: 0 };
  expect(changesInWords([counts] as never)[0]).toContain('0 en suppression');
});
