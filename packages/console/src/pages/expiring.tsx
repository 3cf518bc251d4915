import { Page } from '../ui/page';

export function ExpiringPage() {
  return <Page title="Expiring">…</Page>;
}
