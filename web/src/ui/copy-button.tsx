import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../api/error-text.ts';
import { cn } from '../lib/cn.ts';
import { IconButton } from './icon-button.tsx';
import { notify } from './toast.tsx';

interface CopyButtonProps {
  /** A function fetches what is only copied. */
  value: string | (() => Promise<string>);
  /** The name of the copied value: "Account number". */
  label: string;
  size?: 'xs' | 'sm' | 'md' | undefined;
}

const confirmMs = 2000;

export function CopyButton({ value, label, size = 'xs' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(): Promise<void> {
    let text: string;
    try {
      text = typeof value === 'string' ? value : await value();
    } catch (error) {
      notify.error(errorText(error, 'Failed to copy to clipboard'));
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Also fails without HTTPS, where there is no clipboard.
      notify.error('Failed to copy to clipboard');
      return;
    }
    notify.success(`${label} copied to clipboard`);
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), confirmMs);
  }

  return (
    <IconButton
      label={`Copy ${inSentence(label)}`}
      size={size}
      data-copied={copied || undefined}
      data-print="hide"
      icon={copied ? <Check className="text-success" /> : <Copy />}
      onClick={() => void copy()}
    />
  );
}

/** Small enough for a whole UUID and its button in a card or on a phone. */
const longFrom = 30;

interface CopyableProps {
  value: string;
  label: string;
  /** Instead of a long value, which is copied whole. */
  shown?: string | undefined;
}

/** A number or id for a DetailList, in full, with a copy button. */
export function Copyable({ value, label, shown = value }: CopyableProps) {
  const isLong = shown.length >= longFrom;
  return (
    // The button is taller than a line of text and must not shift its baseline.
    <span className="-my-0.5 inline-flex max-w-full items-center gap-1 align-top">
      <span className={cn('tabular min-w-0 text-xs break-all', !isLong && 'sm:text-13')}>
        {shown}
      </span>
      <CopyButton value={value} label={label} />
    </span>
  );
}

/** Within a sentence: "account ID", but "API transaction ID". */
function inSentence(label: string): string {
  return /^[A-Z][^A-Z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
