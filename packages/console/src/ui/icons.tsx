import type { ReactNode } from 'react';

/** The few signs that the pages need, as lines of the text's colour; words beside them say the same. */
function Icon({ children, size = 18 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export const SunIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v1M12 20v1M3 12h1M20 12h1M5.6 5.6l.7.7M17.7 17.7l.7.7M5.6 18.4l.7-.7M17.7 6.3l.7-.7" />
  </Icon>
);

export const MoonIcon = () => (
  <Icon>
    <path d="M12 3a7 7 0 0 0 9 9 9 9 0 1 1-9-9" />
  </Icon>
);

export const OutboxIcon = () => (
  <Icon>
    <path d="M4 13v6h16v-6M4 13l3-8h10l3 8M4 13h5l1 3h4l1-3h5" />
  </Icon>
);

export const DownloadIcon = () => (
  <Icon size={16}>
    <path d="M12 4v11m-4-4 4 4 4-4M5 20h14" />
  </Icon>
);

export const PrintIcon = () => (
  <Icon size={16}>
    <path d="M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z" />
  </Icon>
);

export const CaretIcon = () => (
  <Icon size={14}>
    <path d="m6 9 6 6 6-6" />
  </Icon>
);

export const CopyIcon = () => (
  <Icon size={16}>
    <path d="M9 9h11v11H9zM5 15H4V4h11v1" />
  </Icon>
);

export const SearchIcon = () => (
  <Icon>
    <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM20 20l-4.8-4.8" />
  </Icon>
);

export const BookmarkIcon = () => (
  <Icon size={16}>
    <path d="M7 4h10v16l-5-4-5 4z" />
  </Icon>
);

export const MailIcon = ({ size = 16 }: { size?: number }) => (
  <Icon size={size}>
    <path d="M4 6h16v12H4zM4 7l8 6 8-6" />
  </Icon>
);

export const SchedulesIcon = () => <MailIcon size={18} />;

export const DeliveriesIcon = () => (
  <Icon>
    <path d="M4 12 20 5l-5 15-3-6zM12 14l8-9" />
  </Icon>
);

export const OverviewIcon = () => (
  <Icon>
    <path d="M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z" />
  </Icon>
);

export const TrendsIcon = () => (
  <Icon>
    <path d="M4 4v16h16M7 14l4-4 3 3 5-6" />
  </Icon>
);

export const ComplianceIcon = () => (
  <Icon>
    <path d="M4 6h9M4 12h9M4 18h9M16 6l1.5 1.5L21 4M16 12l1.5 1.5L21 10M16 18l1.5 1.5L21 16" />
  </Icon>
);

export const ExpiringIcon = () => (
  <Icon>
    <path d="M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4l3 2" />
  </Icon>
);

export const GapsIcon = () => (
  <Icon>
    <path d="M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v5M12 16v.1" />
  </Icon>
);

export const ValidationsIcon = () => (
  <Icon>
    <path d="M6 3h9l4 4v14H6zM9 13l2 2 4-4" />
  </Icon>
);

export const CalendarIcon = () => (
  <Icon>
    <path d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4" />
  </Icon>
);

export const DirectoryIcon = () => (
  <Icon>
    <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c2 1 3 3 3 5.5" />
  </Icon>
);

export const PersonIcon = () => (
  <Icon>
    <path d="M12 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c0-3.5 3-6 7-6s7 2.5 7 6" />
  </Icon>
);

export const AccountsIcon = () => (
  <Icon>
    <path d="M8 15a4 4 0 1 1 3.5-6H21v4h-2v3h-3v-3h-4.5A4 4 0 0 1 8 15zM8 11v.1" />
  </Icon>
);

export const AuditIcon = () => (
  <Icon>
    <path d="M5 4h14v16H5zM8 8h8M8 12h8M8 16h5" />
  </Icon>
);

export const RemindersIcon = () => (
  <Icon>
    <path d="M6 17V11a6 6 0 0 1 12 0v6l2 1H4zM10 21h4" />
  </Icon>
);

export const ImportIcon = () => (
  <Icon>
    <path d="M12 4v11m-4-4 4 4 4-4M4 14v6h16v-6" />
  </Icon>
);

export const DepartmentIcon = () => (
  <Icon>
    <path d="M4 20V8l8-4 8 4v12zM9 20v-5h6v5M8 11h.1M12 11h.1M16 11h.1" />
  </Icon>
);

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
