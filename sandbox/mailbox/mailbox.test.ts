import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { testFolder } from '../../tests/support/folders.ts';
import { startMailbox, type Mailbox } from './start-mailbox.ts';

const message = (id = crypto.randomUUID()) => ({
  id,
  kind: 'contact',
  priority: false,
  createdAt: '2026-11-21T12:00:00.000Z',
  subject: 'billing',
  email: 'ada@example.com',
  message: 'Where?',
});

let folder: string;
let mailbox: Mailbox;
const open = () => startMailbox({ file: join(folder, 'messages.jsonl'), port: 0 });
const post = (body: { id?: string }, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(mailbox.endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': body.id ?? '', ...headers },
    body: JSON.stringify(body),
  });

beforeEach(async () => {
  folder = testFolder();
  mailbox = await open();
});
afterEach(() => mailbox.stop());

describe('the sandbox’s mailbox', () => {
  it('keeps what it gets, one key once, over restarts', async () => {
    const sent = message();
    expect((await post(sent)).status).toBe(202);
    expect((await post(sent)).status).toBe(202);
    await mailbox.stop();
    mailbox = await open();
    expect((await post(sent)).status).toBe(202);
    expect(mailbox.messages()).toEqual([sent]);
  });

  it('takes nothing that isn’t a message, nor one under another key', async () => {
    expect((await post({ id: 'x' })).status).toBe(400);
    expect((await post(message(), { 'idempotency-key': crypto.randomUUID() })).status).toBe(400);
    expect(
      (await post({ ...message(), padding: 'x'.repeat(70_000) } as { id: string })).status,
    ).toBe(413);
    expect(mailbox.messages()).toEqual([]);
  });

  it('answers this machine’s app alone', async () => {
    expect((await post(message(), { origin: 'https://elsewhere.example' })).status).toBe(403);
    const allowed = await post(message(), { origin: 'http://127.0.0.1:4173' });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4173');
  });
});
