import { Page } from '../ui/page';

export function ValidationsPage() {
  return <Page title="Validations">…</Page>;
}
