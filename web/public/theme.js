// Sets the theme before the first paint. Not inline, because the content policy forbids inline scripts.
(function () {
  var root = document.documentElement;
  var stored = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be blocked; the system preference applies, and no user is signed in.
      return null;
    }
  };
  var chosen = stored('sente-theme');
  var dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-theme', dark ? 'dark' : 'light');
  // The public site links to the portal instead of the sign-in; changing that later would shift the header.
  if (stored('authToken') && Date.parse(stored('authExpiration')) > Date.now()) {
    root.setAttribute('data-signed-in', '');
  }
})();
