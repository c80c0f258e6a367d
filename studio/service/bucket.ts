import { S3mini } from 's3mini';

import { StudioError } from '../failures.ts';
import type { Storage } from './storage.ts';

const TIMEOUT_MS = 60_000;

/**
 * Opens a bucket of an S3-compatible store, with the right to list, read, write and delete. Key and
 * region come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION.
 * @param address with the bucket as its path, e.g. https://s3.eu-central-1.amazonaws.com/avatars
 * @throws StudioError 'usage' without a key or an address, 'missing' if the bucket can't be used
 */
export async function openBucket(address: string): Promise<Storage> {
  const accessKeyId = process.env['AWS_ACCESS_KEY_ID'] ?? '';
  const secretAccessKey = process.env['AWS_SECRET_ACCESS_KEY'] ?? '';
  if (accessKeyId === '' || secretAccessKey === '')
    throw new StudioError(
      'usage',
      'A bucket needs its key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  if (!URL.canParse(address))
    throw new StudioError('usage', `--storage: '${address}' is no address of a bucket.`);
  const region = process.env['AWS_REGION'];
  const bucket = new S3mini({
    accessKeyId,
    secretAccessKey,
    endpoint: address,
    ...(region !== undefined && { region }),
    requestAbortTimeout: TIMEOUT_MS,
  });
  const list = async (folder: string, most?: number): Promise<string[]> => {
    const found = await bucket.listObjects('/', `${folder}/`, most);
    if (!found) throw new Error('there is no such bucket');
    return found.map(({ Key }) => Key);
  };
  try {
    await list('photos', 1);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'unknown';
    throw new StudioError('missing', `The bucket ${address} can’t be used: ${reason}`, {
      cause: thrown,
    });
  }
  return {
    async put(key, bytes) {
      await bucket.putObject(key, bytes);
    },
    async get(key) {
      const found = await bucket.getObjectArrayBuffer(key);
      return found ? Buffer.from(found) : undefined;
    },
    async remove(folder) {
      const keys = await list(folder);
      const gone = await bucket.deleteObjects(keys);
      // The caller tries again.
      if (gone.includes(false)) throw new Error(`The bucket keeps some of ${folder}.`);
    },
  };
}
