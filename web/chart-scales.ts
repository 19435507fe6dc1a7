import type { Plugin } from 'vite';

const asked = 'victory-vendor/d3-scale';
const virtual = '\0sente-chart-scales';
/** Of numbers along one axis, of bars and of points along the other. */
const scales = ['scaleLinear', 'scaleBand', 'scalePoint'];

/**
 * The drawing library picks a scale by its name, so that the bundler has to keep all of them: those for
 * times bring a calendar and its formats, 9 kB that no chart of ours uses. It gets the ones we draw with.
 */
export function chartScales(): Plugin {
  let whole = '';
  return {
    name: 'sente-chart-scales',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (id !== asked) return null;
      whole = (await this.resolve(id, importer, { skipSelf: true }))?.id ?? '';
      return whole && virtual;
    },
    load: (id) =>
      id === virtual ? `export { ${scales.join(', ')} } from ${JSON.stringify(whole)};` : null,
  };
}
