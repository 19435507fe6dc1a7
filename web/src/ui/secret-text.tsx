import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../api/error-text.ts';
import { CopyButton } from './copy-button.tsx';
import { IconButton } from './icon-button.tsx';
import { notify } from './toast.tsx';

/**
 * The same length for every secret, so that its length stays hidden. As many as an API key has characters: the
 * buttons follow at once, and stay under the pointer when it is shown.
 */
const dots = '•'.repeat(56);

interface SecretTextProps {
  /** A function fetches it when it is first shown or copied. */
  value: string | (() => Promise<string>);
  label?: string | undefined;
}

/** Hidden until the user shows it; it can be copied while hidden. */
export function SecretText({ value, label = 'Secret key' }: SecretTextProps) {
  const name = `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  const [isShown, setIsShown] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [fetched, setFetched] = useState<string | null>(null);
  const known = typeof value === 'string' ? value : fetched;

  async function read(): Promise<string> {
    if (typeof value === 'string') return value;
    if (fetched !== null) return fetched;
    setIsBusy(true);
    try {
      const secret = await value();
      setFetched(secret);
      return secret;
    } finally {
      setIsBusy(false);
    }
  }

  async function reveal(): Promise<void> {
    try {
      await read();
      setIsShown(true);
    } catch (error) {
      notify.error(errorText(error, `Failed to reveal the ${name}`));
    }
  }

  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 basis-[56ch] font-mono text-13 leading-6 break-all">
        {isShown ? (
          known
        ) : (
          <>
            {/* On a phone as many as fit in one line. */}
            <span aria-hidden="true" className="block overflow-hidden text-muted whitespace-nowrap">
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
        busy={isBusy}
        onClick={() => (isShown ? setIsShown(false) : void reveal())}
      />
      <CopyButton value={known ?? read} label={label} />
    </span>
  );
}
