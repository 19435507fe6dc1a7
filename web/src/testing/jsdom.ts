/*
 * Stubs for what jsdom lacks and our components or Radix call: empty, because there is no layout to
 * observe or to scroll. Below, faster versions of what jsdom is slow at; jsdom.test.ts compares
 * them with jsdom's own answers.
 */

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

Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => {} });

// jsdom prints "not implemented" for this one instead of omitting it.
window.scrollTo = () => {};

/*
 * For each style lookup, jsdom matches the element and its ancestors against its whole default
 * style sheet: a fifth of the run, since every query by role checks whether an element is visible.
 * Tests load no other style sheet, so these four follow from the tag and the inline styles.
 */
export const styleByJsdom = window.getComputedStyle.bind(window);
const quickStyles: Record<string, (element: HTMLElement) => string> = {
  display: (element) => element.style.display || defaultDisplay(element),
  visibility: (element) => inlineOrInherited(element, 'visibility') || 'visible',
  opacity: (element) => element.style.opacity || '1',
  pointerEvents: (element) => inlineOrInherited(element, 'pointerEvents') || 'auto',
};

window.getComputedStyle = (element, pseudo) =>
  new Proxy({} as CSSStyleDeclaration, {
    get(_, name: string) {
      const quickStyle = quickStyles[name];
      if (quickStyle) return quickStyle(element as HTMLElement);
      if (name === 'getPropertyValue') return (property: string) => valueOf(element, property);
      const style = styleByJsdom(element, pseudo);
      const value: unknown = Reflect.get(style, name);
      return typeof value === 'function' ? value.bind(style) : value;
    },
  });

function valueOf(element: Element, property: string): string {
  const quickStyle = quickStyles[property];
  if (quickStyle) return quickStyle(element as HTMLElement);
  return styleByJsdom(element).getPropertyValue(property);
}

const displays = new Map<string, string>();

function defaultDisplay(element: Element): string {
  // The only tag whose display depends on its parent.
  if (element.localName === 'summary') return styleByJsdom(element).display;
  const deciding = ['hidden', 'type', 'open'].filter((name) => element.hasAttribute(name));
  const attributes = deciding.map((name) => [name, element.getAttribute(name) ?? ''] as const);
  const key = [element.localName, ...attributes].join(' ');
  let display = displays.get(key);
  if (display === undefined) {
    const bare = document.createElement(element.localName);
    for (const [name, value] of attributes) bare.setAttribute(name, value);
    display = styleByJsdom(bare).display;
    displays.set(key, display);
  }
  return display;
}

function inlineOrInherited(element: HTMLElement, name: 'visibility' | 'pointerEvents'): string {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    if (at.style[name]) return at.style[name];
  }
  return '';
}
