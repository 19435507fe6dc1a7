import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';

/* User actions on a page. */

export const user = userEvent.setup({ delay: null });

export async function press(name: string | RegExp, inside = document.body): Promise<void> {
  await user.click(await within(inside).findByRole('button', { name }));
}

/** Replaces the field's value. */
export async function fill(label: string | RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  if (text !== '') await user.type(field, text);
}

/** Set at once: typing letter by letter renders the page each time. */
export async function put(field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  if (text !== '') await user.paste(text);
}

/** What is shown once survives Escape and a press outside of its dialog, and has no button to close it. */
export async function expectToStay(text: string): Promise<void> {
  const passing = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await passing.keyboard('{Escape}');
  await passing.click(document.body);
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
}
