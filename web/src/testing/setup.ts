import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure, prettyDOM } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { forgetSessionEnd } from '../session/session-end.ts';
import { clearSession } from '../session/session-store.ts';
import { lateCodes } from '../ui/late.tsx';
import './jsdom.ts';
import './react.ts';
import { expectNoFaults, startServer } from './server.ts';

configure({
  // On a busy machine a page takes more than the default second.
  asyncUtilTimeout: 5_000,
  // Prints the document when the message is read, not on each attempt of `findBy`.
  getElementError(message, container) {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    let text: string | undefined;
    Object.defineProperty(error, 'message', {
      // A `findBy` that times out redefines it.
      configurable: true,
      get: () => (text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
      set: (changed: string) => {
        text = changed;
      },
    });
    return error;
  },
});

// On a busy machine an import exceeds the timeout of `findBy`. A loaded module may import more.
beforeAll(async () => {
  while (lateCodes.size > 0) {
    const codes = [...lateCodes];
    lateCodes.clear();
    await Promise.all(codes.map((code) => code.preload()));
  }
}, 60_000);
// Lazy components that tests created themselves.
afterAll(() => lateCodes.clear());

beforeEach(startServer);

/*
 * The files of a worker share modules and document, so nothing may remain. Subscriptions, open
 * tooltips, the minute clock and unsaved forms end with their component (cleanup); the rest is
 * reset here.
 */
afterEach(() => {
  cleanup();
  // Also those that a dialog shows when it goes away.
  act(() => toast.remove());
  // Also clears the portal's cache.
  clearSession();
  forgetSessionEnd();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  expectNoFaults();
});
