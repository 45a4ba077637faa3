// Before the first paint, so that nobody who asked for the dark sees a flash of light.
;(function () {
  var root = document.documentElement
  var stored = {}
  try {
    stored = JSON.parse(localStorage.getItem('libertalia.settings') || '{}')
  } catch {
    // storage may be forbidden or hold nonsense; then the system decides
  }
  var dark = matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : dark ? 'dark' : 'light'
  root.lang = stored.lang === 'en' || stored.lang === 'fr' ? stored.lang : /^fr/i.test(navigator.language) ? 'fr' : 'en'
})()
