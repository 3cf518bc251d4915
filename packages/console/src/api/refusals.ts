import type { components } from '../generated/api';

type Problem = Partial<components['schemas']['ProblemDetails']>;

interface Words {
  readonly title: string;
  readonly detail: string;
}

/** Shown instead of the API's texts, which are about headers and parameters. */
const WORDS: Readonly<Record<string, Words>> = {
  'company-required': {
    title: 'No organization is chosen',
    detail: 'Choose one at the top of the page.',
  },
  'unknown-company': {
    title: 'There is no such organization',
    detail:
      'The address names one that does not exist here. Choose another at the top of the page.',
  },
  'no-company-access': {
    title: 'No access to this organization',
    detail: 'Choose another one at the top of the page, or ask an operator for access.',
  },
  'report-access-required': {
    title: 'Report access required',
    detail: 'You have no report access in this organization. Ask an operator to grant it.',
  },
  'gaps-not-shared': {
    title: 'Not shared with you',
    detail:
      'Your own requirements are under My compliance. To see those of others, ask an operator for report access.',
  },
  'api-access-required': {
    title: 'API access required',
    detail: 'Secrets need API access. Ask an operator to grant it.',
  },
  'record-keeper-required': {
    title: 'Record keeper required',
    detail:
      'This page is for those who keep the records of the organization. Ask an operator for it.',
  },
  'operator-required': {
    title: 'Operator required',
    detail: 'This page is for operators of the service.',
  },
  'sign-in-failed': {
    title: 'Sign-in failed',
    detail: 'The e-mail or the password is incorrect.',
  },
  'membership-has-records': {
    title: 'The membership has records',
    detail: 'It is kept with its records. Its access is withdrawn.',
  },
  'precondition-failed': {
    title: 'Changed by somebody else',
    detail: 'It was changed meanwhile. Close this, and open it again.',
  },
  'unknown-member': {
    title: 'No such person',
    detail: 'Nobody of this id has a function that is reported on.',
  },
  'unknown-achievement': {
    title: 'No such achievement',
    detail: 'The organization has it no longer. Choose another.',
  },
  internal: {
    title: 'Something went wrong',
    detail:
      'The service failed. Try again; if it fails again, report it to whoever runs the service.',
  },
};

/** A refusal in words that say what to do in the console. */
export function describeProblem(
  status: number,
  problem: Problem,
  retryAfter: number | null,
): Words {
  const words = WORDS[problem.code ?? ''];
  if (words !== undefined) return words;
  const gone = problem.errors?.find(({ field }) => isOfFilters(field));
  if (status === 400 && gone !== undefined) {
    return {
      title: 'The filters are out of date',
      detail: `A ${gone.field.startsWith('members') ? 'person' : 'department'} of the filters is no longer there. Clear the filters, and choose again.`,
    };
  }
  if (status === 429) {
    return { title: 'Too many requests', detail: `Wait ${inSeconds(retryAfter)}, then try again.` };
  }
  if (status >= 502 && problem.title === undefined) {
    return {
      title: 'The service is not available',
      detail: 'It may be restarting. Try again in a moment.',
    };
  }
  const messages = (problem.errors ?? []).map(({ message }) => sentence(message));
  return {
    title: problem.title ?? `The service answered ${status}`,
    // The detail repeats the messages of the fields.
    detail: messages.length > 0 ? messages.join(' ') : (problem.detail ?? 'It gave no reason.'),
  };
}

/** Whether a property of a request is an id of a filter: pages send none that is malformed. */
export function isOfFilters(field: string): boolean {
  return /^(departments|members)\[/.test(field);
}

function inSeconds(seconds: number | null): string {
  if (seconds === null) return 'a moment';
  return seconds < 120 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
