import './lib/csp-nonce.ts';
import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import KitPage from './pages/kit/kit-page.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <KitPage />
      </BrowserRouter>
    </StrictMode>,
  );
}
