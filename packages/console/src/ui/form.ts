import type { SubmitEvent } from 'react';

/** The text of a field; empty where there is none. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** What a form does with its fields when it is submitted, instead of loading another page. */
export function onSubmit(send: (form: FormData) => void) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(new FormData(event.currentTarget));
  };
}
