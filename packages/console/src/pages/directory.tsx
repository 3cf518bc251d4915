import { Page } from '../ui/page';

export function DirectoryPage() {
  return <Page title="Directory">…</Page>;
}
