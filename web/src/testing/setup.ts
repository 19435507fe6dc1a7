import '@testing-library/jest-dom/vitest';
import { act, cleanup, configure, prettyDOM } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, vi } from 'vitest';
import { preloadWindows } from '../ui/dialog.tsx';
import { clearSession } from '../session/session-store.ts';
import './jsdom.ts';
import { expectAllAnswered, startServer } from './server.ts';

configure({
  // On a busy machine the first import of what comes late outlasts the usual second.
  asyncUtilTimeout: 5_000,
  // Prints the document when somebody reads the message, not on each of the tries of `findBy`.
  getElementError(message, container) {
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    let text: string | undefined;
    Object.defineProperty(error, 'message', {
      // A `findBy` that gives up defines it anew.
      configurable: true,
      get: () => (text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
      set: (changed: string) => {
        text = changed;
      },
    });
    return error;
  },
});

beforeEach(startServer);

/* The files of a worker share modules and document, so nothing may stay behind. */
afterEach(() => {
  act(() => toast.remove());
  cleanup();
  // Also forgets what the portal has fetched.
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  delete document.documentElement.dataset['theme'];
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  expectAllAnswered();
});

// As after the first move of the pointer, which no test makes.
await preloadWindows();
