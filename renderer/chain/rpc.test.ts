import { describe, expect, it } from 'vitest';

import { settle, VirtualClock } from '../../tests/support/virtual-clock.ts';
import type { Requests } from '../ports/requests.ts';
import { coolDownFor, createRpc } from './rpc.ts';

type Reply = Awaited<ReturnType<Requests['json']>> | 'refused' | 'silent';
const ok: Reply = { status: 200, text: '{"jsonrpc":"2.0","id":1,"result":7}' };
const BODY = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';

/** RPC addresses that answer from a list each, repeating the last answer. */
function scripted(replies: Record<string, Reply[]>) {
  const time = new VirtualClock();
  const asked: string[] = [];
  const requests: Pick<Requests, 'json'> = {
    json: async ({ url, label, purpose, signal }) => {
      asked.push(url);
      expect([label, purpose]).toEqual(['getSlot', 'chain']);
      const list = replies[url] ?? [];
      const reply = (list.length > 1 ? list.shift() : list[0]) ?? 'refused';
      if (reply === 'refused') throw new Error('refused');
      if (reply !== 'silent') return reply;
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    },
  };
  const rpc = createRpc({
    addresses: Object.keys(replies),
    requests,
    clock: time.clock,
    chance: () => 0.5,
  });
  return { rpc, asked, time };
}

describe('an RPC over several addresses', () => {
  it('continues with the next address, and stays with the one that answered', async () => {
    const { rpc, asked } = scripted({ a: ['refused'], b: [{ status: 503, text: '' }], c: [ok] });
    expect(await rpc.send(BODY)).toBe(ok.text);
    expect(await rpc.send(BODY)).toBe(ok.text);
    expect(asked).toEqual(['a', 'b', 'c', 'c']);
  });

  it('pauses an address for as long as its Retry-After says', async () => {
    const { rpc, asked, time } = scripted({ a: [{ status: 429, text: '', retryAfter: '5' }, ok] });
    const answer = rpc.send(BODY);
    await settle();
    await time.pass(4_900);
    expect(asked).toHaveLength(1);
    await time.pass(200);
    expect(await answer).toBe(ok.text);
    expect(asked).toHaveLength(2);
  });

  it('gives up a silent address after ten seconds', async () => {
    const { rpc, asked, time } = scripted({ a: ['silent'], b: [ok] });
    const answer = rpc.send(BODY);
    await settle();
    await time.pass(10_000);
    expect(await answer).toBe(ok.text);
    expect(asked).toEqual(['a', 'b']);
  });

  it('says whether the network is busy or unreachable, after three rounds', async () => {
    const busy = scripted({ a: [{ status: 429, text: '' }] });
    const tooMany = busy.rpc.send(BODY).catch((thrown: unknown) => thrown);
    await settle();
    await busy.time.pass(60_000);
    expect(await tooMany).toMatchObject({ code: 'network-busy' });
    const away = scripted({ a: ['refused'], b: [{ status: 200, text: '<html>' }] });
    const nobody = away.rpc.send(BODY).catch((thrown: unknown) => thrown);
    await settle();
    await away.time.pass(60_000);
    expect(await nobody).toMatchObject({ code: 'network-unreachable' });
    expect(away.asked).toHaveLength(6);
  });

  it.each([
    '<html>',
    '',
    'null',
    '"ok"',
    '[]',
    '{}',
    '{"message":"no healthy upstream"}',
    '{"error":"limited"}',
    '{"error":{"code":"x"}}',
  ])('goes on where what answers speaks no JSON-RPC: %j', async (text) => {
    const { rpc, asked } = scripted({ a: [{ status: 200, text }], b: [ok] });
    expect(await rpc.send(BODY)).toBe(ok.text);
    expect(asked).toEqual(['a', 'b']);
  });

  it('asks elsewhere when a node is behind, and passes other errors on', async () => {
    const behind: Reply = {
      status: 200,
      text: '{"error":{"code":-32005,"message":"Node is behind"}}',
    };
    const invalid: Reply = {
      status: 200,
      text: '{"error":{"code":-32602,"message":"Invalid params"}}',
    };
    const { rpc, asked } = scripted({ a: [behind], b: [invalid] });
    expect(await rpc.send(BODY)).toBe(invalid.text);
    expect(asked).toEqual(['a', 'b']);
  });

  it('stops at once when aborted', async () => {
    const { rpc, asked } = scripted({ a: ['silent'], b: [ok] });
    const stop = new AbortController();
    const answer = rpc.send(BODY, stop.signal);
    await settle();
    stop.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toEqual(['a']);
  });
});

describe('restFor', () => {
  it('reads seconds and dates, within half a minute', () => {
    expect(coolDownFor('2', 0)).toBe(2_000);
    expect(coolDownFor('600', 0)).toBe(30_000);
    expect(coolDownFor('Thu, 01 Jan 1970 00:00:05 GMT', 1_000)).toBe(4_000);
    expect(coolDownFor(undefined, 0)).toBe(1_000);
    expect(coolDownFor('soon', 0)).toBe(1_000);
  });
});
