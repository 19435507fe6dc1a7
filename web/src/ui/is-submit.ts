import type { KeyboardEvent } from 'react';

const textFields = 'input:not([type="checkbox"], [type="radio"], [type="file"], [role="combobox"])';

/** Enter in a field of one line, as in a form; not a key that is held down, nor what ends a word of an input method. */
export function isSubmit({ key, target, repeat, nativeEvent }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLInputElement && target.matches(textFields);
  return key === 'Enter' && !repeat && isField && target.form === null && !nativeEvent.isComposing;
}
