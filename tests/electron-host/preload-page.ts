/**
 * Name of the binding through which a page reaches the host; removed before the page's scripts run.
 */
export const BINDING = '__electronHost';
/** Where the host finds a page's ipcRenderer. */
export const RECEIVER = 'likeness.electron-host.receive';

/**
 * A script that runs the built preload script in every page as Electron's sandbox does: before the
 * page, in the top frame only, with a `require` that knows only `electron`.
 */
export const preloadScript = (source: string): string => `(() => {
  const send = window.${BINDING};
  delete window.${BINDING};
  if (window.top !== window || !send) return;
  const listeners = new Map();
  const known = (name, target) => new Proxy(target, {
    get(object, property) {
      if (property in object) return object[property];
      throw new Error("the Electron test host doesn't know " + name + '.' + String(property));
    },
  });
  const freeze = (value) => {
    if (value && typeof value === 'object') Object.values(value).forEach(freeze);
    return Object.freeze(value);
  };
  const electron = known('electron', {
    ipcRenderer: known('ipcRenderer', {
      invoke: (channel, ...args) => send({ channel, args }),
      on: (channel, listener) => { listeners.set(channel, [...(listeners.get(channel) ?? []), listener]); },
      off: (channel, listener) => { listeners.set(channel, (listeners.get(channel) ?? []).filter((held) => held !== listener)); },
    }),
    contextBridge: known('contextBridge', {
      exposeInMainWorld: (name, api) => Object.defineProperty(window, name, { value: freeze(api), enumerable: true }),
    }),
  });
  Object.defineProperty(window, Symbol.for('${RECEIVER}'), {
    value: (channel, args) => { for (const listener of listeners.get(channel) ?? []) listener({}, ...args); },
  });
  const require = (name) => {
    if (name === 'electron') return electron;
    throw new Error('a sandboxed preload script cannot require ' + name);
  };
  const module = { exports: {} };
  (function (exports, require, module) { ${source}
  })(module.exports, require, module);
})();`;
