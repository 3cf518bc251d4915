import { Page } from '../ui/page';

export function AccountsPage() {
  return <Page title="Accounts">…</Page>;
}
