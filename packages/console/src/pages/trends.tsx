import { Page } from '../ui/page';

export function TrendsPage() {
  return <Page title="Trends">…</Page>;
}
