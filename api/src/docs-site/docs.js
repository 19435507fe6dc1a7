/* Of the pages of the documentation; without it they are read and searched as well. */

/** Buttons that copy the examples; without it they are selected by hand. */
for (const box of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  const say = (text) => {
    button.textContent = text;
  };
  button.type = 'button';
  say('Copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(box.querySelector('pre').textContent);
      say('Copied');
    } catch {
      say('Not copied');
    }
    setTimeout(say, 2000, 'Copy');
  });
  // Before the text, which flows around it.
  box.prepend(button);
}

/** The names and the values of examples in JSON, told apart by colour. */
const inJson = /("(?:[^"\\]|\\.)*"(?=:))|("(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b|-?\b\d+\b)/g;
for (const example of document.querySelectorAll('.call .code pre')) {
  const text = example.textContent;
  const start = text.indexOf('{');
  if (start < 0) continue;
  const parts = text.slice(start).split(inJson);
  const marked = parts.map((part = '', at) => {
    if (at % 3 === 0 || !part) return part;
    const span = document.createElement('span');
    span.className = at % 3 === 1 ? 'key' : 'value';
    span.textContent = part;
    return span;
  });
  example.replaceChildren(text.slice(0, start), ...marked);
}

/** A link to a call opens it, with what it is in. */
function openTarget() {
  let target = document.getElementById(location.hash.slice(1));
  const shown = target;
  for (; target; target = target.parentElement) if (target.matches('details')) target.open = true;
  shown?.scrollIntoView();
}
window.addEventListener('hashchange', openTarget);
if (location.hash) openTarget();

/** On a phone the menu covers the page: it goes when it has led somewhere in it. */
const menu = document.getElementById('menu');
const closeMenu = () => {
  menu.checked = false;
};
document.querySelector('nav')?.addEventListener('click', ({ target }) => {
  if (target.closest('a')) closeMenu();
});
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && menu.checked) {
    closeMenu();
    menu.focus();
  }
});

/* The same example in several languages: one at a time, in all places of the page and on the next one. */
const remembered = 'sente-docs-language';
const tabGroups = [...document.querySelectorAll('.languages')].map((group, at) => {
  const panels = [...group.querySelectorAll('.language')];
  const list = document.createElement('div');
  list.className = 'tabs';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const tabs = panels.map((panel, number) => {
    const tab = document.createElement('button');
    const { language } = panel.dataset;
    Object.assign(tab, { type: 'button', textContent: language, id: `tab-${at}-${number}` });
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', `panel-${at}-${number}`);
    tab.addEventListener('click', () => choose(language, tab));
    panel.id = `panel-${at}-${number}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    return tab;
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = tabs.at((tabs.indexOf(event.target) + step) % tabs.length);
    next.focus();
    next.click();
  });
  list.append(...tabs);
  group.prepend(list);
  return { panels, tabs };
});

function showLanguage(language) {
  for (const { panels, tabs } of tabGroups) {
    const found = panels.findIndex((panel) => panel.dataset.language === language);
    const chosen = Math.max(found, 0);
    for (const [number, panel] of panels.entries()) {
      panel.hidden = number !== chosen;
      tabs[number].setAttribute('aria-selected', String(number === chosen));
      tabs[number].tabIndex = number === chosen ? 0 : -1;
    }
  }
}

/** The tab stays where it is on the screen, although examples above it change their height. */
function choose(language, tab) {
  const before = tab.getBoundingClientRect().top;
  showLanguage(language);
  window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
  try {
    localStorage.setItem(remembered, language);
  } catch {
    // The browser keeps nothing.
  }
}
try {
  showLanguage(localStorage.getItem(remembered));
} catch {
  showLanguage(null);
}

/* What is found while somebody types. Enter without a choice leads to the page of all results. */
const form = document.querySelector('[role=search]');
const field = form.querySelector('input');
const results = document.createElement('div');
Object.assign(results, { id: 'results', className: 'results', hidden: true });
results.setAttribute('role', 'listbox');
results.setAttribute('aria-label', 'Results');
const said = document.createElement('p');
said.className = 'said';
said.setAttribute('role', 'status');
form.append(results, said);
field.autocomplete = 'off';
for (const [name, value] of [
  ['role', 'combobox'],
  ['aria-autocomplete', 'list'],
  ['aria-controls', 'results'],
  ['aria-expanded', 'false'],
]) {
  field.setAttribute(name, value);
}

let options = [];
let active = -1;
let asked = new AbortController();
let pause;

function show(isShown) {
  results.hidden = !isShown;
  field.setAttribute('aria-expanded', String(isShown));
  if (!isShown) activate(-1);
}

function activate(index) {
  active = index;
  for (const [at, option] of options.entries()) {
    option.setAttribute('aria-selected', String(at === index));
  }
  const option = options[index];
  if (!option) return field.removeAttribute('aria-activedescendant');
  field.setAttribute('aria-activedescendant', option.id);
  option.scrollIntoView({ block: 'nearest' });
}

/** The page of results says it all; here are its first ones. */
async function find(words) {
  asked.abort();
  asked = new AbortController();
  if (!words) return show(false);
  try {
    const { signal } = asked;
    const answer = await fetch(`/docs/search?q=${encodeURIComponent(words)}&part=main`, { signal });
    if (!answer.ok) return show(false);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    // Another page may have been asked for, or the field been left, while it was read.
    if (!signal.aborted && form.contains(document.activeElement)) showFound(page);
  } catch {
    // Asked again, or no connection: Enter still works.
  }
}

function showFound(page) {
  options = [...page.querySelectorAll('.found li')].slice(0, 8).map((item, at) => {
    const option = item.querySelector('a');
    Object.assign(option, { id: `result-${at}`, tabIndex: -1 });
    option.setAttribute('role', 'option');
    const excerpt = document.createElement('span');
    excerpt.append(...item.querySelector('p').childNodes);
    option.append(excerpt);
    return option;
  });
  said.textContent = page.querySelector('main p')?.textContent ?? '';
  const none = document.createElement('p');
  none.textContent = 'Nothing found. Try fewer or other words.';
  results.replaceChildren(...(options.length > 0 ? options : [none]));
  show(true);
  activate(-1);
}

field.addEventListener('input', () => {
  clearTimeout(pause);
  pause = setTimeout(() => void find(field.value.trim()), 150);
});
field.addEventListener('keydown', (event) => {
  if (results.hidden) {
    if (event.key === 'ArrowDown') void find(field.value.trim());
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && options.length > 0) {
    event.preventDefault();
    // Beyond both ends is the field itself.
    const places = options.length + 1;
    activate(((active + 1 + step + places) % places) - 1);
  } else if (event.key === 'Escape') {
    event.preventDefault();
    show(false);
  } else if (event.key === 'Enter' && options[active]) {
    event.preventDefault();
    options[active].click();
    show(false);
  }
});
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) show(false);
});
