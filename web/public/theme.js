// Sets the theme before the first paint. A file and not inline: the content policy allows no inline script.
(function () {
  var root = document.documentElement;
  var stored = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be blocked; the system preference is used, and nobody is signed in.
      return null;
    }
  };
  var chosen = stored('sente-theme');
  var dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-theme', dark ? 'dark' : 'light');
  // The public site offers the way to the portal instead of the sign-in; changing that later would move the header.
  if (stored('authToken') && Date.parse(stored('authExpiration')) > Date.now()) {
    root.setAttribute('data-signed-in', '');
  }
})();
