import { useLayoutEffect, useRef } from 'react';
import { useMergedRef } from '../lib/merged-ref.ts';
import { groupDigits } from '../lib/typed-amount.ts';
import { TextField, type TextFieldProps } from './field.tsx';

/** UGX, in groups of three while it is typed: many zeros are hard to count. Read with `readAmount`. */
export function MoneyField({ ref, onInput, ...field }: Omit<TextFieldProps, 'prefix' | 'type'>) {
  const own = useRef<HTMLInputElement>(null);
  const before = useRef('');
  const isControlled = field.value !== undefined;
  // What a form fills in causes no event.
  useLayoutEffect(() => {
    const input = own.current;
    if (!input) return;
    if (!isControlled && isPlain(input.value)) groupValue(input);
    before.current = input.value;
  });
  return (
    <TextField
      prefix="UGX"
      inputMode="numeric"
      autoComplete="off"
      {...field}
      ref={useMergedRef(own, ref)}
      // Runs before onChange, which therefore reads the grouped text.
      onInput={(event) => {
        const input = event.currentTarget;
        if (
          isPlain(input.value) ||
          (isGrouped(before.current) && addsNoSeparator(event.nativeEvent))
        ) {
          groupValue(input);
        }
        before.current = input.value;
        onInput?.(event);
      }}
    />
  );
}

/**
 * A comma that somebody types or pastes stays where it is: who writes 1,5 may mean one and a half, and
 * must not find 15.
 */
function addsNoSeparator(event: Event): boolean {
  // Whoever fills the field by a program says nothing about what changed.
  if (!(event instanceof InputEvent)) return false;
  const { inputType, data } = event;
  return inputType.startsWith('delete') || (inputType === 'insertText' && isPlain(data ?? ''));
}

function isPlain(text: string): boolean {
  return /^[\d.]*$/.test(text);
}

function isGrouped(text: string): boolean {
  return groupDigits(text, 0).text === text;
}

function groupValue(input: HTMLInputElement): void {
  const { text, caret } = groupDigits(input.value, input.selectionStart ?? input.value.length);
  if (text === input.value) return;
  input.value = text;
  // A caret in a field without focus would take the focus in Safari.
  if (input === document.activeElement) input.setSelectionRange(caret, caret);
}
