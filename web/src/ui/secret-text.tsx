import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { IconButton } from './icon-button.tsx';

/** The same length for every secret, so that its length stays hidden. */
const dots = '•'.repeat(32);

interface SecretTextProps {
  value: string;
  label?: string | undefined;
}

/** Hidden until the user shows it; it can be copied while hidden. */
export function SecretText({ value, label = 'Secret key' }: SecretTextProps) {
  const name = `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 font-mono text-13 leading-6 break-all">
        {isShown ? (
          value
        ) : (
          <>
            <span aria-hidden="true" className="text-muted">
              {dots}
            </span>
            <span className="sr-only">Hidden</span>
          </>
        )}
      </span>
      <IconButton
        label={`${isShown ? 'Hide' : 'Reveal'} ${name}`}
        size="xs"
        icon={isShown ? <EyeOff /> : <Eye />}
        onClick={() => setIsShown(!isShown)}
      />
      <CopyButton value={value} label={label} />
    </span>
  );
}
