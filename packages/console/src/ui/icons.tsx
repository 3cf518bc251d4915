import {
  Bell,
  Bookmark,
  BookOpen,
  Building2,
  Calendar,
  ChartLine,
  ChevronDown,
  CircleAlert,
  Clock,
  Copy,
  Download,
  FileCheck,
  Grid3x3,
  Inbox,
  Key,
  LayoutGrid,
  ListChecks,
  type LucideIcon,
  Mail,
  Moon,
  Printer,
  ScrollText,
  Search,
  Send,
  Sun,
  Upload,
  User,
  Users,
} from 'lucide-react';

/** Words beside an icon say the same, so that a screen reader skips it. */
function icon(Sign: LucideIcon, size = 18) {
  return () => <Sign size={size} strokeWidth={1.75} aria-hidden focusable={false} />;
}

export const SunIcon = icon(Sun);
export const MoonIcon = icon(Moon);
export const OutboxIcon = icon(Inbox);
export const SearchIcon = icon(Search);
export const SchedulesIcon = icon(Mail);
export const DeliveriesIcon = icon(Send);
export const OverviewIcon = icon(LayoutGrid);
export const TrendsIcon = icon(ChartLine);
export const ComplianceIcon = icon(ListChecks);
export const MatrixIcon = icon(Grid3x3);
export const ExpiringIcon = icon(Clock);
export const GlossaryIcon = icon(BookOpen);
export const GapsIcon = icon(CircleAlert);
export const ValidationsIcon = icon(FileCheck);
export const CalendarIcon = icon(Calendar);
export const DirectoryIcon = icon(Users);
export const PersonIcon = icon(User);
export const AccountsIcon = icon(Key);
export const AuditIcon = icon(ScrollText);
export const RemindersIcon = icon(Bell);
export const ImportIcon = icon(Upload);
export const DepartmentIcon = icon(Building2);
export const DownloadIcon = icon(Download, 16);
export const PrintIcon = icon(Printer, 16);
export const CopyIcon = icon(Copy, 16);
export const BookmarkIcon = icon(Bookmark, 16);
export const MailIcon = icon(Mail, 16);
export const CaretIcon = icon(ChevronDown, 14);

/** The product's mark: four cells of a heat map. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      style={{ flexShrink: 0 }}
    >
      <rect width="32" height="32" rx="7" fill="#12657a" />
      <g fill="#fff">
        <rect x="7" y="7" width="8" height="8" rx="1.5" opacity=".35" />
        <rect x="17" y="7" width="8" height="8" rx="1.5" />
        <rect x="7" y="17" width="8" height="8" rx="1.5" opacity=".75" />
        <rect x="17" y="17" width="8" height="8" rx="1.5" opacity=".2" />
      </g>
    </svg>
  );
}
