/** The language of emails and of the console. */
export type Language = 'en' | 'de' | 'fr';
