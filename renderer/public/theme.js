// Zod would probe whether it may compile code; the page's policy refuses and reports that.
globalThis.__zod_globalConfig = { jitless: true };

// Runs before the first paint, so that a chosen theme never flashes the other one.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch (blocked) {
    // Site data is off: the system decides.
  }
  var dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
