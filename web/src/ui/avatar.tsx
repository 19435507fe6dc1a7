import { User } from 'lucide-react';
import { LogoImage } from './logo-image.tsx';

interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
}

/** "Grace Nakato" gives "GN", a single word its first letter. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('');
}

/** The user's picture, or initials. The name is next to it as text. */
export function Avatar({ name, src, size }: AvatarProps) {
  const letters = initials(name);
  return (
    <LogoImage
      src={src}
      size={size}
      round
      fallback={letters ? <span aria-hidden="true">{letters}</span> : <User aria-hidden="true" />}
    />
  );
}
