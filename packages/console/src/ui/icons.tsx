import type { LucideIcon } from 'lucide-react';
import { consoleUrl } from '../api/client';

/** An icon that screen readers skip, because the text next to it says the same. */
export function Icon({ of: Sign, size = 18 }: { of: LucideIcon; size?: number }) {
  return <Sign size={size} strokeWidth={1.75} aria-hidden focusable={false} />;
}

/** The product's logo: four cells of a heat map. */
export function Mark({ size = 24 }: { size?: number }) {
  return <img src={new URL('icon.svg', consoleUrl).href} alt="" width={size} height={size} />;
}
