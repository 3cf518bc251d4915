import { Page } from '../ui/page';

export function CompliancePage() {
  return <Page title="Compliance">…</Page>;
}
