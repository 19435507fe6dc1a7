// Sets the theme before the first paint. A file of the public site, whose policy allows no inline script; the build writes it into the page of the portal.
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
    // Whoever is signed in sees the frame of a portal first, but on the pages that have none.
    var frameless =
      /^\/(?:change-password|confirm-email|dashboard|demo|forgot-password|login|set-password|set-up-second-factor|status|till|unauthorized|verify|wallet)?\/?$/;
    if (!frameless.test(location.pathname)) root.setAttribute('data-portal', '');
  }
})();
