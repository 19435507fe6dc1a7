import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';

const Page = ({ title }: { title: string }) => <h1>{title}</h1>;

function show(Lazy: ReturnType<typeof lazyComponent<{ title: string }>>) {
  return render(
    <Suspense fallback="wait">
      <Lazy title="Companies" />
    </Suspense>,
  );
}

describe('a lazy component', () => {
  it('shows the fallback until its code is there', async () => {
    const Lazy = lazyComponent(() => Promise.resolve({ default: Page }));
    await act(async () => show(Lazy));
    expect(await screen.findByRole('heading', { name: 'Companies' })).toBeVisible();
  });

  it('shows at once what was fetched before, and fetches it once', async () => {
    const load = vi.fn(() => Promise.resolve({ default: Page }));
    const Lazy = lazyComponent(load);
    await Promise.all([Lazy.preload(), Lazy.preload()]);
    show(Lazy);
    expect(screen.getByRole('heading', { name: 'Companies' })).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('tries again after a failed preload', async () => {
    const load = vi
      .fn<() => Promise<{ default: typeof Page }>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue({ default: Page });
    const Lazy = lazyComponent(load);
    await Lazy.preload();
    await Lazy.preload();
    show(Lazy);
    expect(screen.getByRole('heading', { name: 'Companies' })).toBeVisible();
  });
});
