import type { PerLanguage } from './languages';

const en = {
  invitation: (name: string) => `${name}: choose a password for your account`,
  created: (name: string) =>
    `${name} has created an account for you. Choose a password, then sign in with this e-mail address.`,
  alsoSignOn: (url: string) => `You can also use single sign-on: ${url}`,
  once: (isForWeek: boolean) =>
    `The link can be used once and expires in ${isForWeek ? 'seven days' : 'an hour'}.`,
  choose: 'Choose a password',
  invited: 'You are receiving this email because an operator created an account with this address.',
  reset: 'Reporting: choose a new password',
  endsSessions: 'A new password ends all sessions of the account.',
  ignore:
    'If you did not request this, you can ignore this email: your password remains unchanged.',
  chooseNew: 'Choose a new password',
  requested:
    'You are receiving this email because a password reset was requested for the account with this address.',
  signOnOnly: 'Reporting: sign in with single sign-on',
  noPassword: 'Your account has no password. Sign in with single sign-on.',
  signIn: 'Sign in',
};

const de: typeof en = {
  invitation: name => `${name}: Wählen Sie ein Passwort für Ihr Konto`,
  created: name =>
    `${name} hat ein Konto für Sie erstellt. Wählen Sie ein Passwort und melden Sie sich dann mit dieser E-Mail-Adresse an.`,
  alsoSignOn: url => `Sie können auch Single Sign-on verwenden: ${url}`,
  once: isForWeek =>
    `Der Link kann einmal verwendet werden und läuft in ${isForWeek ? 'sieben Tagen' : 'einer Stunde'} ab.`,
  choose: 'Passwort wählen',
  invited:
    'Sie erhalten diese E-Mail, weil ein Betreiber ein Konto mit dieser Adresse erstellt hat.',
  reset: 'Reporting: Wählen Sie ein neues Passwort',
  endsSessions: 'Ein neues Passwort beendet alle Sitzungen des Kontos.',
  ignore:
    'Wenn Sie dies nicht angefordert haben, können Sie diese E-Mail ignorieren: Ihr Passwort bleibt unverändert.',
  chooseNew: 'Neues Passwort wählen',
  requested:
    'Sie erhalten diese E-Mail, weil für das Konto mit dieser Adresse ein neues Passwort angefordert wurde.',
  signOnOnly: 'Reporting: Melden Sie sich mit Single Sign-on an',
  noPassword: 'Ihr Konto hat kein Passwort. Melden Sie sich mit Single Sign-on an.',
  signIn: 'Anmelden',
};

const fr: typeof en = {
  invitation: name => `${name}\u00a0: choisissez un mot de passe pour votre compte`,
  created: name =>
    `${name} a créé un compte pour vous. Choisissez un mot de passe, puis connectez-vous avec cette adresse e-mail.`,
  alsoSignOn: url => `Vous pouvez aussi utiliser l’authentification unique\u00a0: ${url}`,
  once: isForWeek =>
    `Le lien ne peut être utilisé qu’une fois et expire dans ${isForWeek ? 'sept jours' : 'une heure'}.`,
  choose: 'Choisir un mot de passe',
  invited: 'Vous recevez cet e-mail parce qu’un opérateur a créé un compte avec cette adresse.',
  reset: 'Reporting\u00a0: choisissez un nouveau mot de passe',
  endsSessions: 'Un nouveau mot de passe met fin à toutes les sessions du compte.',
  ignore:
    'Si vous n’avez rien demandé, vous pouvez ignorer cet e-mail\u00a0: votre mot de passe reste inchangé.',
  chooseNew: 'Choisir un nouveau mot de passe',
  requested:
    'Vous recevez cet e-mail parce qu’un nouveau mot de passe a été demandé pour le compte qui a cette adresse.',
  signOnOnly: 'Reporting\u00a0: connectez-vous avec l’authentification unique',
  noPassword:
    'Votre compte n’a pas de mot de passe. Connectez-vous avec l’authentification unique.',
  signIn: 'Se connecter',
};

export const PASSWORD_MAIL_TEXTS: PerLanguage<typeof en> = { en, de, fr };
