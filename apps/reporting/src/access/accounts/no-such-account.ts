/** For whoever runs a command about an account. */
export function noSuchAccount(email: string): Error {
  return new Error(`There is no account with the e-mail ${email}.`);
}
