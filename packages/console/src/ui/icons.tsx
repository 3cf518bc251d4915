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
