import { fromBase64 } from '../../core/base64.ts';
import { LikenessError } from '../../core/errors.ts';
import { metadataJson } from '../../core/mints/metadata.ts';
import type { Mint, MintMaterial, PublishedItem } from '../../core/mints/mint.ts';
import type { DataItem, Media } from '../../ports/media.ts';
import type { Store } from '../../ports/store.ts';
import type { MintProgress } from './contract.ts';
import type { MintJournal } from './journal.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface FileDeps {
  readonly media: () => Promise<Media>;
  readonly journal: MintJournal;
  readonly store: Pick<Store, 'write'>;
  readonly picture: (avatarUid: string) => Promise<Blob | undefined>;
}

export const secretOf = ({ secret }: MintMaterial): Bytes => Uint8Array.from(fromBase64(secret));
const bytesOf = async (file: Blob): Promise<Bytes> => new Uint8Array(await file.arrayBuffer());
const METADATA_TYPE = 'application/json';

const published = ({ id, url, contentType, data }: DataItem): PublishedItem => ({
  id,
  url,
  contentType,
  bytes: data.length,
});

/**
 * Makes and stores the two files and their signed addresses, unless they are there. Asks the
 * gateway for its free size, so that one that is down is known before any wallet opens.
 */
export async function makeFiles(
  mint: Mint,
  { media, journal, picture }: FileDeps,
  signal?: AbortSignal,
): Promise<Mint> {
  const port = await media();
  const free = await port.freeBytes(signal);
  if (mint.media) return mint;
  const material = await journal.material(mint.id);
  const secret = secretOf(material);
  const itemOf = async (file: Blob): Promise<DataItem> =>
    port.item(secret, await bytesOf(file), file.type);

  let file = material.picture;
  let pictureItem = file && (await itemOf(file));
  if (!file || !pictureItem || pictureItem.wire.length > free) {
    const source = await picture(mint.avatarUid);
    if (!source) throw new LikenessError('mint-failed', { missing: 'picture' });
    file = await port.fitPicture(source, free);
    pictureItem = await itemOf(file);
  }
  const metadata = metadataJson(mint.details, published(pictureItem));
  const metadataItem = await port.item(secret, new TextEncoder().encode(metadata), METADATA_TYPE);
  const made = {
    picture: published(pictureItem),
    metadata: published(metadataItem),
    published: false,
  };
  return journal.record(mint.id, { type: 'media-made', media: made }, [
    { table: 'mintMaterials', put: { ...material, picture: file, metadata } },
  ]);
}

/** Publishes both files and reads them back; what an earlier try brought there isn't sent again. */
export async function publishFiles(
  mint: Mint,
  { media, journal, store }: FileDeps,
  report: (progress: MintProgress) => void,
  signal: AbortSignal,
): Promise<Mint> {
  if (!mint.media || mint.media.published) return mint;
  const port = await media();
  const material = await journal.material(mint.id);
  const { picture, metadata } = material;
  if (!picture || metadata === undefined)
    throw new LikenessError('mint-failed', { missing: 'files' });
  const secret = secretOf(material);
  const items = {
    picture: await port.item(secret, await bytesOf(picture), picture.type),
    metadata: await port.item(secret, new TextEncoder().encode(metadata), METADATA_TYPE),
  };
  // The addresses are in the transaction that the wallet signs: they must be those of these files.
  for (const which of ['picture', 'metadata'] as const) {
    if (items[which].id !== mint.media[which].id)
      throw new LikenessError('mint-failed', { differs: which });
  }
  const again = material.sending === true;
  if (!again) await store.write([{ table: 'mintMaterials', put: { ...material, sending: true } }]);
  report({ publishing: 'picture' });
  await port.publish(items.picture, { signal, again, photoBytes: items.picture.data.length });
  report({ publishing: 'metadata' });
  await port.publish(items.metadata, { signal, again, photoBytes: 0 });
  return journal.record(mint.id, { type: 'published' });
}
