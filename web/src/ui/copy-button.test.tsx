import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';
import { Toaster } from './toast.tsx';

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  writeText.mockReset().mockResolvedValue();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  render(
    <>
      <CopyButton value="sk_live_123" label="Secret key" />
      <Toaster />
    </>,
  );
});

async function press(): Promise<HTMLElement> {
  const button = screen.getByRole('button', { name: 'Copy secret key' });
  await act(async () => void fireEvent.click(button));
  return button;
}

it('copies, says so, and shows the check for 2 seconds', async () => {
  const button = await press();
  expect(writeText).toHaveBeenCalledWith('sk_live_123');
  expect(screen.getByText('Secret key copied to clipboard')).toBeInTheDocument();
  expect(button).toHaveAttribute('data-copied');
  act(() => void vi.advanceTimersByTime(1900));
  expect(button).toHaveAttribute('data-copied');
  act(() => void vi.advanceTimersByTime(200));
  expect(button).not.toHaveAttribute('data-copied');
});

it('says when it failed', async () => {
  writeText.mockRejectedValue(new Error('not allowed'));
  const button = await press();
  expect(screen.getByText('Failed to copy to clipboard')).toBeInTheDocument();
  expect(button).not.toHaveAttribute('data-copied');
});

it('says so where there is no clipboard', async () => {
  vi.stubGlobal('navigator', {});
  await press();
  expect(screen.getByText('Failed to copy to clipboard')).toBeInTheDocument();
});
