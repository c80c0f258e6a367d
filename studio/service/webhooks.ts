import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

import type { Webhook } from './batches.ts';
import type { Queryable } from './database.ts';
import { OutOfReach, type Reach } from './reach.ts';

const TIMEOUT_MS = 10_000;

/** 't=<unix seconds>,v1=<hex>': HMAC-SHA-256 over '<t>.<body>' with the batch's secret. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${String(seconds)},v1=${createHmac('sha256', secret)
    .update(`${String(seconds)}.${body}`)
    .digest('hex')}`;

/** Posts to the URL without following redirects. Resolves with the status. */
function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  reach: Reach,
): Promise<number> {
  // A numeric address isn't looked up, so it is checked here.
  if (!reach.allows(url.hostname)) throw new OutOfReach(`${url.hostname} is an address inside`);
  const request: typeof requestHttp = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      lookup: reach.lookup,
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    } as const;
    const sent = request(url, options, (response) => {
      // The rest of the response is of no interest.
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Reports a batch's end to its webhook. Returns false if it has to be tried again. */
export async function callWebhook(
  db: Queryable,
  batch: string,
  reach: Reach,
  log: (text: string) => void,
): Promise<boolean> {
  const [row] = await db.query<{ state: string; webhook: Webhook | null; finished_at: Date }>(
    'select state, webhook, finished_at from likeness.batches where id = $1',
    [batch],
  );
  if (!row?.webhook) return true;
  const { url, secret } = row.webhook;
  const body = JSON.stringify({
    event: `batch.${row.state}`,
    batch,
    finishedAt: row.finished_at.toISOString(),
  });
  const headers = {
    'Content-Type': 'application/json',
    'Likeness-Signature': signatureOf(secret, Math.floor(Date.now() / 1_000), body),
  };
  try {
    const status = await post(new URL(url), headers, body, reach);
    if (status >= 200 && status < 300) return true;
    log(`The webhook of batch ${batch} answered ${String(status)}; it is tried again.`);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unknown';
    if (thrown instanceof OutOfReach) {
      log(
        `The webhook of batch ${batch} is not called: ${reason}. LIKENESS_WEBHOOK_NETWORKS opens networks.`,
      );
      return true;
    }
    log(`The webhook of batch ${batch} can’t be reached (${reason}); it is tried again.`);
  }
  return false;
}
