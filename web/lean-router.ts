import type { Plugin } from 'vite';

const isRouter = /\/node_modules\/react-router\//;

/**
 * The router names its components for the developer tools and wraps them in calls that might do anything,
 * so that the bundler keeps the forms and links nobody uses.
 */
export function leanRouter(): Plugin {
  return {
    name: 'sente-lean-router',
    apply: 'build',
    transform(code, id) {
      if (!isRouter.test(id)) return null;
      return {
        code: code
          .replaceAll(/^\s*\w+\.displayName = "[^"]*";$/gm, '')
          .replaceAll(/= (React\S*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
        map: null,
      };
    },
  };
}
