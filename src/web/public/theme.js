// Runs before the first paint, so that a chosen theme never flashes; a file of its own because the page forbids inline scripts.
(function () {
  try {
    const theme = window.localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is switched off in this browser: the page follows the system.
  }
})();
