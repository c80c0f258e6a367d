import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

import { listen, stopServer } from '../../sandbox/listen.ts';

export interface FakeBucket {
  /** The URL, with the bucket as its path. */
  readonly address: string;
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
  readonly objects: Map<string, Buffer>;
  /** Makes the next `times` requests fail with 503. */
  fail(times: number): void;
  stop(): Promise<void>;
}

const sha256 = (data: string | Buffer, encoding: 'hex' | 'base64' = 'hex'): string =>
  createHash('sha256').update(data).digest(encoding);
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The S3 error code for a request's version 4 signature; undefined if it is valid. */
function faultOf(
  request: IncomingMessage,
  body: Buffer,
  { keyId, secret, region }: Pick<FakeBucket, 'keyId' | 'secret' | 'region'>,
): string | undefined {
  const { headers, method = '' } = request;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  const [, credential = '', signed = '', signature = ''] = parts ?? [];
  const at = String(headers['x-amz-date']);
  const day = at.slice(0, 8);
  if (!/^\d{8}T\d{6}Z$/.test(at)) return 'AccessDenied';
  if (credential !== `${keyId}/${day}/${region}/s3/aws4_request`) return 'InvalidAccessKeyId';
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return 'AccessDenied';
  const payload = String(headers['x-amz-content-sha256']);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body))
    return 'XAmzContentSHA256Mismatch';
  const checksum = headers['x-amz-checksum-sha256'];
  if (checksum !== undefined && checksum !== sha256(body, 'base64')) return 'BadDigest';
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
  const query = [...searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    pathname,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(canonical)}`;
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (from, part) => hmac(from, part),
    `AWS4${secret}`,
  );
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

/** Objects per page of a listing: few, so that a listing takes several requests. */
const PAGE = 3;

/** A loopback S3 with one bucket and the calls that the studio uses. Checks every signature. */
export async function startFakeBucket(): Promise<FakeBucket> {
  const keys = { keyId: 'AKIATEST', secret: 'a secret/of+the test', region: 'eu-test-1' };
  const objects = new Map<string, Buffer>();
  let failures = 0;

  function answer(
    request: IncomingMessage,
    body: Buffer,
  ): { status: number; body: string | Buffer } {
    const failed = (status: number, code: string) => ({
      status,
      body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
    });
    if (failures > 0) {
      failures -= 1;
      return failed(503, 'SlowDown');
    }
    const fault = faultOf(request, body, keys);
    if (fault !== undefined) return failed(403, fault);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/');
    if (bucket !== 'avatars') return failed(404, 'NoSuchBucket');
    const key = rest.join('/');
    if (request.method === 'GET' && key === '') {
      const prefix = searchParams.get('prefix') ?? '';
      const after = searchParams.get('continuation-token') ?? '';
      const limit = Math.min(PAGE, Number(searchParams.get('max-keys') ?? PAGE));
      const left = [...objects.keys()]
        .filter((name) => name.startsWith(prefix) && name > after)
        .sort();
      const some = left.slice(0, limit);
      const next =
        left.length > some.length
          ? `<NextContinuationToken>${some.at(-1) ?? ''}</NextContinuationToken>`
          : '';
      const contents = some.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`);
      return {
        status: 200,
        body: `<?xml version="1.0"?><ListBucketResult><IsTruncated>${String(next !== '')}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
      };
    }
    if (request.method === 'POST' && searchParams.has('delete')) {
      const named = [...body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(
        ([, name = '']) => name,
      );
      for (const name of named) objects.delete(name);
      return {
        status: 200,
        body: `<?xml version="1.0"?><DeleteResult>${named.map((name) => `<Deleted><Key>${name}</Key></Deleted>`).join('')}</DeleteResult>`,
      };
    }
    if (request.method === 'PUT') {
      objects.set(key, body);
      return { status: 200, body: '' };
    }
    const found = request.method === 'GET' ? objects.get(key) : undefined;
    return found ? { status: 200, body: found } : failed(404, 'NoSuchKey');
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, body } = answer(request, Buffer.concat(chunks));
      const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/xml';
      response.writeHead(status, { 'Content-Type': type }).end(body);
    });
  });
  const port = await listen(server, 0);
  return {
    ...keys,
    address: `http://127.0.0.1:${String(port)}/avatars`,
    objects,
    fail: (times) => (failures = times),
    stop: () => stopServer(server),
  };
}
