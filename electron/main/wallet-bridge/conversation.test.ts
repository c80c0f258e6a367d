import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { errorCode } from '../../../renderer/core/errors.ts';
import type { WalletCall } from '../../../renderer/core/wallet-calls.ts';
import { codeOf } from '../../../tests/support/code-of.ts';
import { Conversation, TIMES } from './conversation.ts';

const CONNECT: WalletCall = { method: 'solana_connect', params: [] };
const never = new AbortController().signal;
const parts = {
  listen: () => Promise.resolve('http://127.0.0.1:1'),
  stopListening: vi.fn(),
  open: vi.fn<(url: string) => Promise<void>>(),
  onWaiting: vi.fn(),
};
let conversation: Conversation;

beforeEach(() => {
  vi.useFakeTimers();
  parts.stopListening.mockReset();
  parts.open.mockReset().mockResolvedValue();
  conversation = new Conversation(parts);
});
afterEach(() => {
  conversation.close();
  vi.useRealTimers();
});

const ask = () =>
  conversation
    .ask(CONNECT, 'phantom', { rows: [] }, (result) => result)
    .then(
      (result) => ({ result }),
      (thrown: unknown) => ({ code: errorCode(thrown) }),
    );
async function openPage() {
  await vi.waitFor(() => expect(parts.open).toHaveBeenCalled());
  return parts.open.mock.lastCall?.[0].split('#')[1] ?? '';
}
/** The key of a page that has spent its token. */
const enter = async (): Promise<string> => conversation.exchange(await openPage())?.key ?? '';
/** What a page shows once it has asked. */
async function showing(key: string) {
  const next = await conversation.next(key, null, never);
  return next.state === 'request' ? next.shown.id : '';
}
const answered = async (key: string, result: unknown) =>
  conversation.answer(await showing(key), { kind: 'result', result });

it('ends with words when the tab is closed', async () => {
  const ended = ask();
  const key = await enter();
  const gone = new AbortController();
  const held = conversation.next(key, await showing(key), gone.signal);
  gone.abort();
  await held;
  await vi.advanceTimersByTimeAsync(TIMES.lost);
  expect(await ended).toEqual({ code: 'wallet-page-closed' });
  expect(parts.stopListening).toHaveBeenCalled();
});

const sending: WalletCall = { method: 'eth_sendTransaction', params: [{ from: '0x1' }] };

it.each([
  ['open', 'wallet-given-up'],
  ['asking', 'wallet-unanswered'],
] as const)('a cancel while MetaMask’s stage is %s ends with %s', async (stage, code) => {
  const ended = codeOf(conversation.ask(sending, 'metamask', { rows: [] }, (result) => result));
  conversation.stage(await showing(await enter()), stage);
  conversation.cancel();
  expect(await ended).toBe(code);
});

it('takes no refusal from a page that is loaded again after MetaMask was asked to send', async () => {
  const ended = codeOf(conversation.ask(sending, 'metamask', { rows: [] }, (result) => result));
  const key = await enter();
  const id = await showing(key);
  conversation.stage(id, 'asking');
  void conversation.next(key, null, new AbortController().signal);
  expect(await ended).toBe('wallet-unanswered');
  expect(conversation.answer(id, { kind: 'rejected' })).toEqual({ taken: false, why: 'late' });
});

it('keeps a page that reloads within its time', async () => {
  const ended = ask();
  const key = await enter();
  await vi.advanceTimersByTimeAsync(TIMES.lost - 1);
  const id = await showing(key);
  await vi.advanceTimersByTimeAsync(TIMES.lost - 1);
  conversation.answer(id, { kind: 'result', result: 'x' });
  expect(await ended).toEqual({ result: 'x' });
});

it('takes no token after its time', async () => {
  void ask();
  const token = await openPage();
  await vi.advanceTimersByTimeAsync(TIMES.tokenLife + 1);
  expect(conversation.exchange(token)).toBeUndefined();
});

it('stops listening when idle, and at once when no page ever came', async () => {
  const ended = ask();
  const key = await enter();
  await answered(key, 'x');
  await ended;
  const over = conversation.next(key, null, never);
  expect(parts.stopListening).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(TIMES.idle);
  expect(parts.stopListening).toHaveBeenCalledOnce();
  expect(await over).toEqual({ state: 'over' });
  expect(conversation.isPage(key)).toBe(false);

  void ask();
  await vi.advanceTimersByTimeAsync(0);
  conversation.cancel();
  await vi.advanceTimersByTimeAsync(0);
  expect(parts.stopListening).toHaveBeenCalledTimes(2);
});

it('gives up a wallet that never answers, and a browser that can’t be opened', async () => {
  const unanswered = ask();
  await vi.advanceTimersByTimeAsync(TIMES.answer);
  expect(await unanswered).toEqual({ code: 'wallet-unanswered' });
  parts.open.mockRejectedValueOnce(new Error('no browser'));
  expect(await ask()).toEqual({ code: 'wallet-page-failed' });
});

it('asks a page that is still there for the chain, wherever its tab is, and opens a new one for what the user has to see', async () => {
  const ended = ask();
  const key = await enter();
  await answered(key, 'x');
  await ended;
  await vi.advanceTimersByTimeAsync(TIMES.followUp + 1);
  parts.onWaiting.mockReset();

  const chain = conversation.ask(
    { method: 'eth_chainId', params: [] },
    'metamask',
    { rows: [] },
    (result) => result,
  );
  await answered(key, '0x1');
  expect(await chain).toBe('0x1');
  expect(parts.onWaiting).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(parts.open).toHaveBeenCalledOnce();

  void conversation
    .ask(
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] },
      'metamask',
      { rows: [] },
      (result) => result,
    )
    .catch(() => undefined);
  await vi.waitFor(() => expect(parts.open).toHaveBeenCalledTimes(2));
});
