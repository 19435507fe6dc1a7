import type { KeyboardEvent } from 'react';

const textFields = 'input:not([type="checkbox"], [type="radio"], [type="file"], [role="combobox"])';

/** Enter in a field of one line, as in a form; not what ends the choice of a word by an input method. */
export function isSubmit({ key, target, nativeEvent }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLInputElement && target.matches(textFields);
  return key === 'Enter' && isField && target.form === null && !nativeEvent.isComposing;
}
