import { act, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { expect } from 'vitest';

/* The messages of a page: toasts and error panels. */

/** Without their links. */
export function toasts(): (string | null)[] {
  return [...document.querySelectorAll('[data-toast] p')].map((node) => {
    const text = node.cloneNode(true) as Element;
    text.querySelector('a')?.remove();
    return text.textContent.trim();
  });
}

export function forgetToasts(): void {
  act(() => toast.remove());
}

export async function expectToast(text: string): Promise<void> {
  await waitFor(() => expect(toasts()).toContain(text));
}

/** All toasts, oldest first. */
export async function expectToasts(...texts: string[]): Promise<void> {
  await waitFor(() => expect(toasts()).toEqual(texts));
}

/** The error panel with its retry button. */
export async function alertOf(text: string): Promise<HTMLElement> {
  return (await screen.findByText(text)).closest('[role=alert]') as HTMLElement;
}
