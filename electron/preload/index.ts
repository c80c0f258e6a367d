import { contextBridge, ipcRenderer } from 'electron';

import { EMIT, INVOKE, type DesktopBridge } from '../../renderer/platform/desktop/ipc-channels.ts';

/** The names of the contract, which the build puts here: this script needs no schema library. */
declare const __CHANNELS__: readonly string[];
declare const __EVENTS__: readonly string[];

/** The page's only access to the desktop: calls on known channels, and known events. */
const bridge: DesktopBridge = {
  invoke: (channel, input) =>
    __CHANNELS__.includes(channel)
      ? ipcRenderer.invoke(INVOKE, channel, input)
      : Promise.reject(new TypeError('unknown channel')),
  subscribe(event, listener) {
    if (!__EVENTS__.includes(event)) throw new TypeError('unknown event');
    const onEvent = (_event: unknown, name: unknown, payload: unknown): void => {
      if (name === event) listener(payload);
    };
    ipcRenderer.on(EMIT, onEvent);
    return () => {
      ipcRenderer.off(EMIT, onEvent);
    };
  },
};

contextBridge.exposeInMainWorld('likenessDesktop', bridge);
