import { Building2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

interface LogoImageProps {
  src: string | null | undefined;
  /** Empty if the name is next to it. */
  alt?: string | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Shown without a picture or when it fails to load. */
  fallback?: ReactNode;
  round?: boolean | undefined;
}

const sizes = {
  sm: 'size-8 text-xs [&_svg]:size-4',
  md: 'size-10 text-13 [&_svg]:size-5',
  lg: 'size-14 text-lg [&_svg]:size-7',
};

/** Other hosts are not asked for pictures: they would learn who looks at what. */
function isOurs(address: string): boolean {
  return /^\/(?!\/)/.test(address) || address.startsWith(`${window.location.origin}/`);
}

/** A picture of this site, or an icon without one. */
export function LogoImage({ src, alt = '', size = 'sm', fallback, round = false }: LogoImageProps) {
  const [failed, setFailed] = useState<string>();
  const [loaded, setLoaded] = useState<string>();
  const usable = src && isOurs(src) && src !== failed ? src : undefined;
  return (
    <span
      className={cn(
        'relative grid shrink-0 place-items-center overflow-hidden border bg-surface-sunken font-medium text-muted select-none',
        round ? 'rounded-full' : 'rounded-lg',
        sizes[size],
      )}
    >
      {usable && loaded === usable ? null : (fallback ?? <Building2 aria-hidden="true" />)}
      {usable ? (
        <img
          src={usable}
          alt={alt}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(usable)}
          onError={() => setFailed(usable)}
          // A wide logo is shown whole; a face fills its circle.
          className={cn(
            'absolute inset-0 size-full',
            round ? 'object-cover' : 'bg-surface object-contain',
          )}
        />
      ) : null}
    </span>
  );
}
