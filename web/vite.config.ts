import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { codeSplitting } from './chunks.ts';
import { contractInParts } from './contract-plugin.ts';
import { firstPaint } from './first-paint-plugin.ts';
import { publicSite } from './site-plugin.ts';

const apiOrigin = `http://127.0.0.1:${process.env['SENTE_API_PORT'] ?? '3001'}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), publicSite(), firstPaint(), contractInParts()],
  build: {
    outDir: process.env['SENTE_BUILD_OUT'] ?? 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    rolldownOptions: {
      input: `${import.meta.dirname}/index.html`,
      output: { codeSplitting: codeSplitting() },
    },
    modulePreload: { polyfill: false },
    // The content policy allows data: addresses for images only, so nothing is inlined.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': apiOrigin,
      '/.well-known': apiOrigin,
      '/avatars': apiOrigin,
      '/logos': apiOrigin,
      '/pay/': apiOrigin,
      '/healthz': apiOrigin,
      '/readyz': apiOrigin,
    },
  },
});
