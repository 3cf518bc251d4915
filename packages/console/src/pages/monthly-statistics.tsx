import { Page } from '../ui/page';

export function MonthlyStatisticsPage() {
  return <Page title="Monthly statistics">…</Page>;
}
