import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const themeTag = '<script src="/theme.js"></script>';

/**
 * On a slow line the frame that index.html draws itself is there with the first answer: a browser waits for nothing before it
 * paints. The script of the theme is in the page, which the server allows by its hash, and the style sheet comes after the frame.
 */
export function firstPaint(): Plugin {
  return {
    name: 'sente-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => {
        const style = /\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? '';
        const theme = withoutComments(
          await readFile(`${import.meta.dirname}/public/theme.js`, 'utf8'),
        );
        // Functions, because `replace` interprets special characters in a replacement text.
        return html
          .replace(themeTag, () => `<script>${theme}</script>`)
          .replace(style, '')
          .replace('<noscript>', () => `${style.trim()}\n    <noscript>`);
      },
    },
  };
}

function withoutComments(code: string): string {
  return code
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\n\s*/g, '\n')
    .trim();
}
