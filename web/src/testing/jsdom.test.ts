import { expect, it } from 'vitest';
import { styleByJsdom } from './jsdom.ts';

const names = ['display', 'visibility', 'opacity', 'pointerEvents'] as const;
const stylesOf = (style: CSSStyleDeclaration) => names.map((name) => style[name]);

it.each([
  '<div></div>',
  '<span></span>',
  '<button disabled>Save</button>',
  '<input type="text">',
  '<input type="hidden">',
  '<p hidden></p>',
  '<p hidden=""><em></em></p>',
  '<ul><li></li></ul>',
  '<table><thead><tr><th></th></tr></thead><tbody><tr><td></td></tr></tbody></table>',
  '<select><optgroup><option></option></optgroup></select>',
  '<details><summary></summary><p></p></details>',
  '<details open><summary></summary><p></p></details>',
  '<dialog></dialog>',
  '<dialog open><p></p></dialog>',
  '<fieldset><legend></legend><label></label><textarea></textarea></fieldset>',
  '<script></script><style></style><template></template><noscript></noscript>',
  '<svg><title></title><g><path></path></g></svg>',
  '<img alt=""><br><hr><pre></pre><h2></h2><main></main><nav></nav><section></section>',
  '<div style="display: none"><p></p></div>',
  '<span style="display: flex"></span>',
  '<p hidden style="display: block"></p>',
  '<div style="visibility: hidden"><p><em style="visibility: visible"><i></i></em></p></div>',
  '<div style="opacity: 0.5"><p></p></div>',
  '<div style="pointer-events: none"><p><button style="pointer-events: auto"></button></p></div>',
])('the styles of %s are those that jsdom computes', (html) => {
  document.body.innerHTML = html;
  for (const element of document.body.querySelectorAll('*')) {
    const quick = getComputedStyle(element);
    const byJsdom = styleByJsdom(element);
    expect([element.localName, ...stylesOf(quick)]).toEqual([
      element.localName,
      ...stylesOf(byJsdom),
    ]);
    expect(quick.getPropertyValue('pointer-events')).toBe(
      byJsdom.getPropertyValue('pointer-events'),
    );
    expect(quick.color).toBe(byJsdom.color);
  }
});
