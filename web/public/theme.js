// Sets the theme before the first paint. A file and not inline: the content policy allows no inline script.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('sente-theme');
  } catch {
    // Storage may be blocked; the system preference is used.
  }
  var dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light');
})();
