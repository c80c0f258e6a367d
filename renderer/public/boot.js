// Zod would probe whether it may compile code; the page's policy refuses and reports that.
globalThis.__zod_globalConfig = { jitless: true };

// Where the browser asks for trusted types: scripts and workers come from this site, and text never
// becomes markup.
if (globalThis.trustedTypes && !trustedTypes.defaultPolicy) {
  trustedTypes.createPolicy('default', {
    createScriptURL: function (address) {
      return new URL(address, location.href).origin === location.origin ? address : null;
    },
  });
}

// The language is the one in the address, '/de/pricing'; English has none there. Without it, what was
// chosen counts, then what the browser asks for. A link may choose: '/pricing?lang=de'.
var language = (function () {
  // The studio's page and the tests' have one language.
  var languages = document.head?.querySelector('meta[name="likeness-languages"]');
  if (!languages) return 'en';
  var known = ['en'].concat(languages.content.split(' '));
  var first = location.pathname.split('/')[1];
  var inAddress = first !== 'en' && known.includes(first) ? first : null;
  function asked() {
    for (const tag of navigator.languages) {
      if (/^zh-(Hant|TW|HK|MO)/i.test(tag)) continue;
      const found = known.find(function (one) {
        return one.split('-')[0] === tag.split('-')[0].toLowerCase();
      });
      if (found) return found;
    }
    return 'en';
  }
  var search = new URLSearchParams(location.search);
  var byLink = search.get('lang');
  var chosen = null;
  try {
    if (known.includes(byLink)) localStorage.setItem('language', byLink);
    chosen = localStorage.getItem('language');
  } catch (blocked) {
    // Site data is switched off: the address and the browser decide.
  }
  var wanted = known.includes(byLink)
    ? byLink
    : inAddress || (known.includes(chosen) ? chosen : asked());
  if (wanted !== (inAddress || 'en')) {
    search.delete('lang');
    // One slash: '//host' would lead to another site.
    const path = (
      inAddress ? location.pathname.slice(inAddress.length + 1) : location.pathname
    ).replace(/^[/\\]*/, '/');
    const query = search.size > 0 ? '?' + search : '';
    location.replace(
      (wanted === 'en' ? path : '/' + wanted + path.replace(/\/$/, '')) + query + location.hash,
    );
    return null; // This page is being left.
  }
  if (byLink !== null) {
    search.delete('lang');
    history.replaceState(
      history.state,
      '',
      location.pathname + (search.size > 0 ? '?' + search : '') + location.hash,
    );
  }
  document.documentElement.lang = wanted;
  document.documentElement.dir = languages.dataset.fromTheRight.split(' ').includes(wanted)
    ? 'rtl'
    : 'ltr';
  return wanted;
})();

/** Loads the messages of the page's language. If that fails, the page is in English. */
function loadLanguage() {
  if (language === 'en') return Promise.resolve();
  return fetch('/messages/' + language + '.json')
    .then(function (response) {
      return response.json();
    })
    .then(function (messages) {
      globalThis.likenessLanguage = { locale: language, messages: messages };
    })
    .catch(function (thrown) {
      console.warn(thrown);
      document.documentElement.lang = 'en';
      document.documentElement.dir = 'ltr';
    });
}

// Runs before the first paint, so that a chosen theme never flashes the other one, and the words for
// choosing a photo don't flash where one is kept.
(function () {
  var chosen = null;
  var photo = null;
  try {
    chosen = localStorage.getItem('theme');
    photo = localStorage.getItem('likeness.draft');
  } catch (blocked) {
    // Site data is switched off: the system decides, and no photo is kept.
  }
  var dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  if (photo !== null && photo !== 'null') document.documentElement.dataset.photoKept = '';
})();

// A page that the build has rendered is shown before its scripts are fetched. An empty one, or one
// that nobody sees, isn't drawn, so it doesn't wait.
(function () {
  var begun = false;
  function begin() {
    if (begun || language === null) return;
    begun = true;
    // The first format of each kind takes a browser long to make, 20 to 30 ms for numbers. They are
    // made while the scripts are on their way, so that the first screen's later ones are quick.
    [Intl.NumberFormat, Intl.PluralRules, Intl.ListFormat].forEach(function (Format) {
      setTimeout(function () {
        new Format(language);
      });
    });
    // One by one: forty at once would keep a slow phone from answering.
    document.querySelectorAll('link[rel="likeness-later"]').forEach(function (link) {
      setTimeout(function () {
        link.rel = 'modulepreload';
      });
    });
    var entry = document.querySelector('link[rel="likeness-entry"]');
    if (entry)
      loadLanguage()
        .then(function () {
          return import(/* @vite-ignore */ entry.href);
        })
        .catch(function (thrown) {
          console.warn(thrown);
          // Links work without it, but nothing else does. Leaving the page fails the import as well.
          setTimeout(function () {
            var text = 'Reload this page to continue.';
            var link = document.createElement('a');
            link.href = '';
            link.textContent = globalThis.likenessLanguage?.messages[text] ?? text;
            var notice = document.createElement('p');
            notice.role = 'alert';
            notice.append(link);
            document.body.prepend(notice);
          }, 1_000);
        });
  }
  function beginIfHidden() {
    if (document.hidden) begin();
  }
  document.addEventListener('visibilitychange', beginIfHidden);
  document.addEventListener('DOMContentLoaded', function () {
    beginIfHidden();
    if (!document.getElementById('root')?.hasChildNodes()) begin();
    else if (globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint'))
      new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
    else
      requestAnimationFrame(function () {
        setTimeout(begin);
      });
    // In case the browser reports no paint.
    setTimeout(begin, 1_000);
  });
})();

// A page that the build has rendered shows before the app is there. Clicks and input until then are
// recorded, and replayed when the app is ready; links work without it.
(function () {
  var kept = new Map();
  /**
   * Keeps a function that finds what is in the element's place and returns the act on it. Of each
   * key, the last act counts.
   */
  function keep(key, element, act) {
    function all() {
      return [...document.querySelectorAll('#root ' + element.localName)];
    }
    var at = all().indexOf(element);
    kept.delete(key);
    kept.set(key, function () {
      var there = all()[at];
      return function () {
        if (there) act(there);
      };
    });
  }
  function keepFiles(field) {
    keep(field, field, function (there) {
      there.files = field.files;
      there.dispatchEvent(new Event('change', { bubbles: true }));
    });
    // Files may be chosen when the app has put another field in its place.
    field.onchange = function () {
      if (!field.isConnected) kept.get(field)()();
    };
  }
  function onClick(event) {
    var control = event.target.closest('#root :is(button:not([popovertarget]), input)');
    if (!control) return;
    if (control.localName === 'button') {
      event.preventDefault();
      keep('button', control, function (there) {
        there.click();
      });
    } else if (control.type === 'file') {
      keepFiles(control);
    } else if (/radio|checkbox/.test(control.type)) {
      // Shows at once.
      var checked = control.checked;
      keep(control, control, function (there) {
        // React ignores a state that the control has already.
        there.checked = !checked;
        there.click();
      });
    }
  }
  function onInput(event) {
    var field = event.target;
    if (!field.closest('#root') || /radio|checkbox/.test(field.type)) return;
    if (field.type === 'file') return keepFiles(field); // Dropped on it.
    var typed = field.value;
    keep(field, field, function (there) {
      // Uses the element's own setter, which React doesn't see, and starts from empty: React ignores
      // a value that is in the field already. Of a select it follows only 'change'.
      var own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(there), 'value');
      var event = there.localName === 'select' ? 'change' : 'input';
      ['', typed].forEach(function (value) {
        own.set.call(there, value);
        there.dispatchEvent(new Event(event, { bubbles: true }));
      });
    });
  }
  document.addEventListener('click', onClick, true);
  document.addEventListener('input', onInput, true);
  function replay(event) {
    document.removeEventListener('click', onClick, true);
    document.removeEventListener('input', onInput, true);
    // Another screen is there than the one that was shown.
    if (event.detail === 'other') return;
    // A button may send the form, or end the screen: it comes last, and all are found before.
    var button = kept.get('button');
    kept.delete('button');
    [...kept.values(), ...(button ? [button] : [])]
      .map(function (find) {
        return find();
      })
      .forEach(function (act) {
        act();
      });
  }
  document.addEventListener('likeness-ready', replay, { once: true });
})();
