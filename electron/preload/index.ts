import { contextBridge, ipcRenderer } from 'electron';

import {
  CHANNELS,
  EMIT,
  EVENTS,
  INVOKE,
  type DesktopBridge,
} from '../../renderer/platform/desktop/ipc-channels.ts';

/** The page's only access to the desktop: calls on known channels, and known events. */
const bridge: DesktopBridge = {
  invoke: (channel, input) =>
    CHANNELS.includes(channel)
      ? ipcRenderer.invoke(INVOKE, channel, input)
      : Promise.reject(new TypeError('unknown channel')),
  subscribe(event, listener) {
    if (!EVENTS.includes(event)) throw new TypeError('unknown event');
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
