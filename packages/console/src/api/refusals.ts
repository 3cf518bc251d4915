import { plural, t } from '@lingui/core/macro';
import type { components } from '../generated/api';

export type Problem = Partial<components['schemas']['ProblemDetails']>;

interface Words {
  readonly title: string;
  readonly detail: string;
}

/** Replace the API's texts, which refer to headers and parameters. */
const WORDS: Readonly<Record<string, Words>> = {
  'company-required': {
    title: t`No organization is chosen`,
    detail: t`Choose one at the top of the page.`,
  },
  'unknown-company': {
    title: t`There is no such organization`,
    detail: t`The organization in the address does not exist here. Choose another at the top of the page.`,
  },
  'no-company-access': {
    title: t`No access to this organization`,
    detail: t`Choose another one at the top of the page, or ask an operator for access.`,
  },
  'report-access-required': {
    title: t`Report access required`,
    detail: t`You have no report access in this organization. Ask an operator to grant it.`,
  },
  'gaps-not-shared': {
    title: t`Not shared with you`,
    detail: t`Your own requirements are under “My compliance”. To see those of others, ask an operator for report access.`,
  },
  'api-access-required': {
    title: t`API access required`,
    detail: t`Secrets need API access. Ask an operator to grant it.`,
  },
  'record-keeper-required': {
    title: t`Record keeper required`,
    detail: t`This page is for people who keep the records of the organization. Ask an operator for access.`,
  },
  'operator-required': {
    title: t`Operator required`,
    detail: t`This page is for operators of the service.`,
  },
  'sign-in-failed': {
    title: t`Sign-in failed`,
    detail: t`The e-mail or the password is incorrect.`,
  },
  'membership-has-records': {
    title: t`The membership has records`,
    detail: t`The membership and its records are kept, but its access has been withdrawn.`,
  },
  'precondition-failed': {
    title: t`Changed by somebody else`,
    detail: t`It has changed since you opened it. Close it and open it again.`,
  },
  'unknown-member': {
    title: t`No such person`,
    detail: t`Nobody with this ID has a function that reports include.`,
  },
  'unknown-achievement': {
    title: t`No such achievement`,
    detail: t`It no longer exists in this organization. Choose another one.`,
  },
  internal: {
    title: t`Something went wrong`,
    detail: t`The service failed. Try again; if it fails again, report it to your administrator.`,
  },
};

const MESSAGES: Readonly<Record<string, string>> = {
  'must have at least 12 characters': t`It must have at least 12 characters.`,
  'must not be longer than 72 bytes': t`It must not be longer than 72 bytes.`,
  'must not be the e-mail address': t`It must not be the e-mail address.`,
  'is among the most common passwords': t`It is among the most common passwords. Choose another one.`,
};

/** Returns the message about a property in the language of the page, if the console has words for it. */
export function describeMessage(message: string): string {
  return MESSAGES[message] ?? message;
}

/** Describes an error in terms of the console. */
export function describeProblem(
  status: number,
  problem: Problem,
  retryAfter: number | null,
): Words {
  const words = WORDS[problem.code ?? ''];
  if (words !== undefined) return words;
  const missing = problem.errors?.find(({ field }) => isFilterField(field));
  if (status === 400 && missing !== undefined) {
    return {
      title: t`The filters are out of date`,
      detail: missing.field.startsWith('members')
        ? t`A person in the filters no longer exists. Clear the filters and choose again.`
        : t`A department in the filters no longer exists. Clear the filters and choose again.`,
    };
  }
  if (status === 429) return { title: t`Too many requests`, detail: waitAdvice(retryAfter) };
  if (status >= 502 && problem.title === undefined) {
    return {
      title: t`The service is not available`,
      detail: t`It may be restarting. Try again in a moment.`,
    };
  }
  const messages = (problem.errors ?? []).map(({ message }) => sentence(describeMessage(message)));
  return {
    title: problem.title ?? t`The service responded with ${status}`,
    // The detail only repeats the messages of the fields.
    detail: messages.length > 0 ? messages.join(' ') : (problem.detail ?? t`It gave no reason.`),
  };
}

/** Whether a property of a request is the ID of a filter. Pages never send malformed IDs, so it does not exist. */
export function isFilterField(field: string): boolean {
  return /^(departments|members)\[/.test(field);
}

function waitAdvice(retryAfter: number | null): string {
  if (retryAfter === null) return t`Wait a moment, then try again.`;
  const [seconds, minutes] = [Math.ceil(retryAfter), Math.ceil(retryAfter / 60)];
  return seconds < 120
    ? plural(seconds, {
        one: 'Wait # second, then try again.',
        other: 'Wait # seconds, then try again.',
      })
    : plural(minutes, {
        one: 'Wait # minute, then try again.',
        other: 'Wait # minutes, then try again.',
      });
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
