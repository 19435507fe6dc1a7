import { Delete } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

interface NumberPadProps {
  /** Of the field that it fills. */
  value: string;
  onChange: (value: string) => void;
  /** Amounts end in thousands; other numbers have a key that clears instead. */
  hasThousands?: boolean;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/**
 * Large keys for a shared phone or tablet. The field beside it keeps the focus, so a real keyboard works too;
 * with inputMode none it opens no keyboard over the page.
 */
export function NumberPad({ value, onChange, hasThousands = false }: NumberPadProps) {
  const type = (text: string) => () => onChange(value + text);
  return (
    <div role="group" aria-label="Number pad" className="grid grid-cols-3 gap-2">
      {digits.map((digit) => (
        <PadKey key={digit} onPress={type(digit)}>
          {digit}
        </PadKey>
      ))}
      {hasThousands ? (
        <PadKey onPress={type('000')}>000</PadKey>
      ) : (
        <PadKey className="text-base font-medium" onPress={() => onChange('')}>
          Clear
        </PadKey>
      )}
      <PadKey onPress={type('0')}>0</PadKey>
      <PadKey label="Delete the last digit" onPress={() => onChange(value.slice(0, -1))}>
        <Delete aria-hidden="true" className="size-6" />
      </PadKey>
    </div>
  );
}

function PadKey(props: {
  label?: string;
  className?: string;
  onPress: () => void;
  children: ReactNode;
}) {
  const { label, className = 'text-2xl font-semibold', onPress, children } = props;
  return (
    <button
      type="button"
      aria-label={label}
      // Not the focus of the field.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={cn(
        'tabular grid h-14 touch-manipulation place-items-center rounded-lg border bg-surface-raised select-none',
        'transition-colors duration-75 hover:bg-surface-hover active:bg-accent-soft',
        className,
      )}
    >
      {children}
    </button>
  );
}
