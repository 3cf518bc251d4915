import type { LucideIcon } from 'lucide-react';

/** An icon that screen readers skip, because the text next to it says the same. */
export function Icon({ of: Sign, size = 18 }: { of: LucideIcon; size?: number }) {
  return <Sign size={size} strokeWidth={1.75} aria-hidden focusable={false} />;
}

/** The product's logo: four cells of a heat map. */
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
