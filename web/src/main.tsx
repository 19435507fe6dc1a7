import './lib/csp-nonce.ts';
import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { preloadHoveredLinks, preloadPage } from './app/preload.ts';
import { browserHistory } from './lib/history.ts';
import { Router } from './lib/router.tsx';
import { watchHistory } from './lib/unsaved-warning.ts';

preloadHoveredLinks();
watchHistory();
const history = browserHistory();
const typedInto = new WeakSet<EventTarget>();
let keeping: Promise<unknown> | undefined;
const noteTyped = ({ target }: Event) => {
  if (target) typedInto.add(target);
  keeping ??= import('./app/typed-text.ts').then((code) => code.keepTypedText(typedInto));
};
document.addEventListener('input', noteTyped, { capture: true });

function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root');
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <Router history={history}>
          <App />
        </Router>
      </ErrorBoundary>
    </StrictMode>,
  );
}

/*
 * The first page's code usually arrives within a moment: waiting for it avoids a skeleton, which
 * React would then keep for 300 ms. On a slow line the skeleton is shown.
 */
const patienceMs = 200;
const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
void Promise.race([preloadPage(window.location.pathname), patience]).then(start);
