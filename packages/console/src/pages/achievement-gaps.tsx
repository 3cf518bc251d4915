import { Page } from '../ui/page';

export function AchievementGapsPage() {
  return <Page title="Achievement gaps">…</Page>;
}
