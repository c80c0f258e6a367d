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

  it('doesn’t pause an address for as long as the clock was set back', async () => {
    const down = { status: 500, text: '' };
    const { rpc, asked, time } = scripted({
      a: [{ status: 429, text: '', retryAfter: '5' }, ok],
      b: [ok, down],
    });
    await rpc.send(BODY);
    time.time -= 3_600_000;
    await rpc.send(BODY);
    expect(asked).toHaveLength(4);
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

describe('calls that are made in one turn', () => {
  const call = (id: number): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'getTransaction', params: [`signature ${id}`] });
  interface Call {
    id: number;
  }
  const answerTo = ({ id }: Call) => ({ jsonrpc: '2.0', id, result: id * 10 });

  /** Asks for `count` at once; what nodes answer to a batch is up to each. */
  function asked(count: number, ...nodes: ((answers: ReturnType<typeof answerTo>[]) => unknown)[]) {
    const time = new VirtualClock();
    const sent: string[] = [];
    const rpc = createRpc({
      addresses: nodes.map((_node, n) => String(n)),
      requests: {
        json({ url, body, label }) {
          sent.push(`${url} ${label}`);
          const calls = JSON.parse(body) as Call | Call[];
          const said = Array.isArray(calls)
            ? nodes[Number(url)]?.(calls.map(answerTo))
            : answerTo(calls);
          return Promise.resolve(
            typeof said === 'number'
              ? { status: said, text: '' }
              : { status: 200, text: JSON.stringify(said) },
          );
        },
      },
      clock: time.clock,
      chance: () => 0.5,
    });
    const turn = () =>
      Promise.all(Array.from({ length: count }, (_none, id) => rpc.send(call(id)))).then((texts) =>
        texts.map((text) => (JSON.parse(text) as { result: number }).result),
      );
    return { turn, sent, time };
  }
  const ofThree = [0, 10, 20];
  const singly = Array.from({ length: 3 }, () => '0 getTransaction');

  it('are one request per twenty, whose answers may come in any order', async () => {
    const { turn, sent } = asked(45, (answers) => answers.toReversed());
    expect(await turn()).toEqual(Array.from({ length: 45 }, (_none, id) => id * 10));
    expect(sent).toEqual([20, 20, 5].map((many) => `0 getTransaction × ${String(many)}`));
  });

  it.each<[string, (answers: object[]) => unknown]>([
    ['lacks one', (answers) => answers.slice(1)],
    ['gives one twice', (answers) => [...answers.slice(1), answers[1]]],
    ['gives one too many', (answers) => [...answers, answers[0]]],
    ['gives one that wasn’t asked', (answers) => [...answers.slice(1), { id: 7, result: 1 }]],
    ['is nothing', () => null],
  ])('go to the next node if an answer %s', async (_how, spoil) => {
    const { turn, sent } = asked(3, spoil, (answers) => answers);
    expect(await turn()).toEqual(ofThree);
    expect(sent).toEqual(['0 getTransaction × 3', '1 getTransaction × 3']);
  });

  it('fail if no node answers all of them', async () => {
    const { turn, time } = asked(3, (answers) => answers.slice(1));
    const failed = turn().catch((thrown: unknown) => thrown);
    await settle();
    await time.pass(60_000);
    expect(await failed).toMatchObject({ code: 'network-unreachable' });
  });

  it.each<[string, unknown]>([
    ['an HTTP error', 403],
    ['one error for all', { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } }],
  ])('are made singly where a node refuses batches by %s, and from then on', async (_how, no) => {
    const { turn, sent } = asked(3, () => no);
    expect(await turn()).toEqual(ofThree);
    expect(sent).toEqual(['0 getTransaction × 3', ...singly]);
    expect(await turn()).toEqual(ofThree);
    expect(sent.slice(4)).toEqual(singly);
  });

  it('are made singly where one node refuses batches and the other is down', async () => {
    const { turn, sent } = asked(
      3,
      () => 403,
      () => 503,
    );
    expect(await turn()).toEqual(ofThree);
    expect(sent).toEqual(['0 getTransaction × 3', '1 getTransaction × 3', ...singly]);
  });

  it('are made again singly where a node limits some of them', async () => {
    const { turn, sent } = asked(3, ([first, ...more]) => [
      { id: first?.id, error: { code: 429, message: 'slow down' } },
      ...more,
    ]);
    expect(await turn()).toEqual(ofThree);
    expect(sent).toEqual(['0 getTransaction × 3', '0 getTransaction']);
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
