import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';

import { EMIT, INVOKE } from '../../renderer/platform/desktop/ipc-channels.ts';
import {
  EVENT_PAYLOADS,
  type Channel,
  type EventName,
  type Payload,
} from '../../renderer/platform/desktop/ipc-contract.ts';
import { createDispatcher, type Handlers, type Sender } from './dispatcher.ts';
import { report } from './report.ts';

type Room<C> = C extends `${infer R}.${string}` ? `ipc.${R}` : never;
const roomOf = (channel: Channel): Room<Channel> =>
  `ipc.${channel.split('.')[0] ?? ''}` as Room<Channel>;

/** Answers only the page of `window`. */
export function serveIpc(window: () => BrowserWindow | undefined, handlers: Handlers): void {
  const dispatch = createDispatcher(handlers, (channel, thrown) => report(roomOf(channel), thrown));
  const sender = ({ sender, senderFrame }: IpcMainInvokeEvent): Sender => ({
    origin: senderFrame?.origin ?? 'null',
    isOwnMainFrame:
      sender === window()?.webContents && senderFrame !== null && senderFrame.parent === null,
  });
  ipcMain.handle(INVOKE, (event, channel: unknown, input: unknown) =>
    dispatch(sender(event), channel, input),
  );
}

/** Tells the page of `window`, if there is one. */
export function emit<E extends EventName>(
  window: BrowserWindow | undefined,
  event: E,
  payload: Payload<E>,
): void {
  window?.webContents.send(EMIT, event, EVENT_PAYLOADS[event].parse(payload));
}
