import { animationId } from '../../core/animations.ts';
import { pictureKey } from '../../core/avatars.ts';
import { fromBase64 } from '../../core/base64.ts';
import { LikenessError } from '../../core/errors.ts';
import { metadataJson } from '../../core/mints/metadata.ts';
import type { Mint, MintMaterial, MintMotion, PublishedItem } from '../../core/mints/mint.ts';
import { omit } from '../../core/objects.ts';
import type { DataItem, Media } from '../../ports/media.ts';
import type { Store, Write } from '../../ports/store.ts';
import type { Loops, MintProgress } from './contract.ts';
import type { MintJournal } from './journal.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface FileDeps {
  readonly media: () => Promise<Media>;
  readonly journal: MintJournal;
  readonly store: Pick<Store, 'get' | 'write'>;
  readonly picture: (avatarUid: string) => Promise<Blob | undefined>;
  readonly loops: Loops;
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

/** Whether a mint's files may name the app that made them. */
const isUnnamed = ({ details }: Mint): boolean => details.symbol !== undefined;

/**
 * Creates and stores the files and their signed addresses, unless they exist. If the avatar has got
 * another picture since, they are made again; as long as an earlier request may land, they stay.
 * Asks the gateway for its free size, so that an unreachable gateway is noticed before a wallet
 * opens.
 */
export async function makeFiles(
  mint: Mint,
  deps: FileDeps,
  report: (progress: MintProgress) => void,
  signal: AbortSignal,
): Promise<Mint> {
  const { journal, store } = deps;
  const port = await deps.media();
  const free = await port.freeBytes(signal);
  let material = await journal.material(mint.id);
  const avatar = await store.get('avatars', mint.avatarUid);
  const isCurrent = !avatar || material.pictureKey === pictureKey(avatar);
  if (mint.media && (mint.outstanding || isCurrent)) return mint;
  if (!isCurrent)
    material = { ...omit(material, 'picture', 'animation'), pictureKey: pictureKey(avatar) };
  const { details } = mint;
  const { living } = details;
  const secret = secretOf(material);
  const unnamed = isUnnamed(mint);
  const itemOf = async (file: Blob): Promise<DataItem> =>
    port.item(secret, await bytesOf(file), file.type, unnamed);

  // The loop comes first: if it can't be rendered, nothing else is made.
  const loop =
    living && (await makeLoop(mint, living, material, { ...deps, free, itemOf, report, signal }));
  let file = material.picture;
  let picture = file && (await itemOf(file));
  if (!file || !picture || picture.wire.length > free) {
    const source = await deps.picture(mint.avatarUid);
    if (!source) throw new LikenessError('mint-failed', { missing: 'picture' });
    file = await port.fitPicture(source, free);
    picture = await itemOf(file);
  }
  const animation = loop && published(loop.item);
  const metadata = metadataJson(details, published(picture), animation);
  const media = {
    picture: published(picture),
    ...(animation && { animation }),
    metadata: published(await itemOf(new Blob([metadata], { type: METADATA_TYPE }))),
    published: false,
    ...(unnamed && { unnamed }),
  } as const;
  const made: MintMaterial = {
    ...material,
    picture: file,
    metadata,
    ...(loop && { animation: loop.file, animationId: loop.id }),
  };
  const record = (counted: readonly Write[]): Promise<Mint> =>
    journal.record(mint.id, { type: 'media-made', media, details }, [
      { table: 'mintMaterials', put: made },
      ...counted,
    ]);
  // A loop is charged in the same write that stores it.
  const stored = await (loop ? deps.loops.counting(loop.id, mint, record) : record([]));
  // Without files, the details were changed meanwhile.
  return stored.media ? stored : makeFiles(stored, deps, report, signal);
}

interface Loop {
  readonly id: string;
  readonly file: Blob;
  readonly item: DataItem;
}

/** The loop of an animated NFT: the stored one of an earlier attempt, or a new one. */
async function makeLoop(
  { avatarUid }: Mint,
  living: MintMotion,
  { animation: kept, animationId: keptId }: MintMaterial,
  {
    loops,
    free,
    itemOf,
    report,
    signal,
  }: FileDeps & {
    readonly free: number;
    readonly itemOf: (file: Blob) => Promise<DataItem>;
    readonly report: (progress: MintProgress) => void;
    readonly signal: AbortSignal;
  },
): Promise<Loop> {
  const id = animationId(avatarUid, living);
  if (kept && keptId === id) {
    const item = await itemOf(kept);
    if (item.wire.length <= free) return { id, file: kept, item };
  }
  // The size of an empty item is the size of its header.
  const header = (await itemOf(new Blob([], { type: 'video/mp4' }))).wire.length;
  report({ making: 0 });
  const file = await loops.make(avatarUid, living, free - header, {
    signal,
    onProgress: (making) => report({ making }),
  });
  report({});
  // Only the container is named: wallets know 'video/mp4', but not the codecs after a semicolon.
  const [type = file.type] = file.type.split(';');
  const plain = file.type === type ? file : new Blob([file], { type });
  return { id, file: plain, item: await itemOf(plain) };
}

/**
 * Publishes the files and reads them back. Files that an earlier attempt published aren't sent
 * again.
 */
export async function publishFiles(
  mint: Mint,
  { media, journal, store }: FileDeps,
  report: (progress: MintProgress) => void,
  signal: AbortSignal,
): Promise<Mint> {
  if (!mint.media || mint.media.published) return mint;
  const port = await media();
  const material = await journal.material(mint.id);
  const secret = secretOf(material);
  const { metadata } = material;
  const files = {
    picture: material.picture,
    animation: mint.media.animation && material.animation,
    metadata: metadata === undefined ? undefined : new Blob([metadata], { type: METADATA_TYPE }),
  };
  const items: { readonly which: keyof typeof files; readonly item: DataItem }[] = [];
  for (const which of ['picture', 'animation', 'metadata'] as const) {
    const expected = mint.media[which];
    if (!expected) continue;
    const file = files[which];
    if (!file) throw new LikenessError('mint-failed', { missing: which });
    const item = await port.item(
      secret,
      await bytesOf(file),
      expected.contentType,
      mint.media.unnamed,
    );
    // The wallet signs a transaction that contains the addresses: they must be the addresses of
    // these files.
    if (item.id !== expected.id) throw new LikenessError('mint-failed', { differs: which });
    items.push({ which, item });
  }
  const again = material.sending === true;
  if (!again) await store.write([{ table: 'mintMaterials', put: { ...material, sending: true } }]);
  for (const { which, item } of items) {
    report({ publishing: which });
    await port.publish(item, {
      signal,
      again,
      avatarBytes: which === 'metadata' ? 0 : item.data.length,
    });
  }
  return journal.record(mint.id, { type: 'published' });
}
