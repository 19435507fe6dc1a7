/*
 * Before the first paint: the theme that was chosen on any page, of the site, of the portal or here. They share the key
 * and its values with web/src/ui/theme-store.ts; without a choice, or without this script, the system decides.
 */
{
  const key = 'sente-theme';
  const system = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  const show = (theme) => root.setAttribute('data-theme', theme);
  const chosen = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be blocked: then a choice lasts until the page is left.
      return null;
    }
  };
  const refresh = () => {
    const theme = chosen();
    const isChosen = theme === 'light' || theme === 'dark';
    show(isChosen ? theme : system.matches ? 'dark' : 'light');
  };
  refresh();
  // Another tab may choose, and the system may switch in the evening.
  window.addEventListener('storage', refresh);
  system.addEventListener('change', refresh);
  document.addEventListener('click', ({ target }) => {
    if (!target.closest('[data-theme-switch]')) return;
    const other = root.getAttribute('data-theme') === 'dark' ? 'light' : 'dark';
    show(other);
    try {
      localStorage.setItem(key, other);
    } catch {
      // As above.
    }
  });
}
