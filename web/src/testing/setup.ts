import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, vi } from 'vitest';
import { preloadWindows } from '../ui/dialog.tsx';
import { clearSession } from '../session/session-store.ts';
import { startServer } from './server.ts';

// On a busy machine the first import of what comes late outlasts the usual second.
configure({ asyncUtilTimeout: 5_000 });

beforeEach(startServer);

afterEach(() => {
  act(() => toast.remove());
  cleanup();
  // Also forgets what the portal has fetched.
  clearSession();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

// As after the first move of the pointer, which no test makes.
await preloadWindows();

/* What jsdom lacks and our components or Radix call. Nothing here has behaviour to test against. */

window.matchMedia ??= (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
});

window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

window.IntersectionObserver ??= class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};

Object.assign(Element.prototype, {
  scrollIntoView: () => {},
  hasPointerCapture: () => false,
  setPointerCapture: () => {},
  releasePointerCapture: () => {},
});

// jsdom prints "not implemented" for this one instead of leaving it out.
window.scrollTo = () => {};
